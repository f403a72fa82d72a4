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
%}

%token LETTER DIGIT
%left '|'
%left '&'
%left '+' '-'
%left '*' '/' '%'
%precedence NEGATIVE

%%

result: expression { printf("%d\n", $1); }
  ;

expression:
    '(' expression ')'          { $$ = $2; }
  | expression '*' expression   { $$ = $1 * $3; }
  | expression '/' expression   { $$ = $1 / $3; }
  | expression '%' expression   { $$ = $1 % $3; }
  | expression '+' expression   { $$ = $1 + $3; }
  | expression '-' expression   { $$ = $1 - $3; }
  | expression '|' expression   { $$ = $1 | $3; }
  | expression '&' expression   { $$ = $1 & $3; }
  | '-' expression %prec NEGATIVE { $$ = -$2; }
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
