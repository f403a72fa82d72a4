/* A JSON reader, as people write them. */
%define api.pure full
%define parse.error verbose
%code requires {
  #include <stddef.h>
  typedef struct value { int kind; } value;   /* a brace in code: { */
}
%code { static void fail(const char *text) { (void)"}"; (void)'{'; } }
%union {
  double number;
  char *text;
  struct value *value;
}
%token <number> NUMBER 300 "number"
%token <text> STRING "string"
%token TRUE "true" FALSE "false" NULL_ "null"
%token END 0 "end of file"
%type <value> value object array
%type <value> members
  elements pair
%destructor { free($$); } <text>
%printer { fprintf(yyo, "%s", $$); } <text>
%expect 0
%start document

%%

document: value[root] END { print($root); } ;

value
  : object
  | array
  | STRING { $$ = text($1); /* } */ }
  | NUMBER  { $$ = number($1); // }
            }
  | "true"  { $$ = 0; }
  | FALSE
  | "null"
  ;

object: '{' '}' { $$ = new_object(); }
      | '{' { enter("{"); } members[list] '}' { leave('}'); $$ = $list; }
      ;
members: pair | members ',' pair ;
pair: STRING ':' value ;
array: '[' ']' | '[' elements ']' ;
elements: value | elements ',' value | elements ',' error { yyerrok; } ;

%%
int main(void) { return yyparse(); }
