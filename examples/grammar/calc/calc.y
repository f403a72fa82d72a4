%{
/* A pocket calculator: letters are registers, digits are numbers, the result of a line is printed. */
#include <stdio.h>

int yylex(void);
void yyerror(const char *message);

static int registers[26] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3};

static int register_of(int letter) {
  if (letter >= 'a')
    return registers[letter - 'a'];
  return -registers[letter - 'A'];
}

/* Sums are shown in one place of the display: two digits make eighteen at most. */
static const char places[] = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'};

static int is_sum;

static int last_was(int sum, int value) {
  is_sum = sum;
  return value;
}

static void show(int value) {
  if (is_sum && value >= 0)
    putchar(places[value]); /* the second bug: three digits make more */
  else
    printf("%d\n", value);
}
%}

%token LETTER DIGIT WRONG
%left '|'
%left '&'
%left '+' '-'
%left '*' '/' '%'
%precedence NEGATIVE

%%

result: expression { show($1); }
  ;

expression:
    '(' expression ')'          { $$ = $2; }
  | expression '*' expression   { $$ = last_was(0, $1 * $3); }
  | expression '/' expression   { $$ = last_was(0, $1 / $3); }
  | expression '%' expression   { $$ = last_was(0, $1 % $3); }
  | expression '+' expression   { $$ = last_was(1, $1 + $3); }
  | expression '-' expression   { $$ = last_was(0, $1 - $3); }
  | expression '|' expression   { $$ = last_was(0, $1 | $3); }
  | expression '&' expression   { $$ = last_was(0, $1 & $3); }
  | '-' expression %prec NEGATIVE { $$ = last_was(0, -$2); }
  | LETTER                      { $$ = register_of($1); }
  | DIGIT
  ;

%%

void yyerror(const char *message) {
  fprintf(stderr, "%s\n", message);
}

int main(void) {
  return yyparse();
}
