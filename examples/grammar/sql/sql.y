%{
/* select a, b from t where a < 5 and not b = 2 order by a limit 3 */
#include <stdio.h>
#include "query.h"

int yylex(void);
void yyerror(const char *message);
%}

%union { int number; }

%token SELECT FROM WHERE ORDER BY LIMIT AND OR NOT COUNT SUM AVG AT_MOST AT_LEAST
%token <number> COLUMN NUMBER
%type <number> condition column comparison
%left OR
%left AND
%precedence NOT

%%

statement: SELECT what FROM COLUMN where order limit { run_query(); }
  ;

what:
    '*'                   { query.column_count = 0; }
  | columns
  | COUNT '(' '*' ')'     { query.aggregate = 'c'; }
  | SUM '(' column ')'    { query.aggregate = 's'; query.columns[0] = $3; }
  | AVG '(' column ')'    { query.aggregate = 'a'; query.columns[0] = $3; }
  ;

columns:
    column                { query.columns[query.column_count++] = $1; }
  | columns ',' column    { if (query.column_count < 4) query.columns[query.column_count++] = $3; }
  ;

column: COLUMN            { $$ = column_number($1); }
  ;

where:
    %empty                { query.where = -1; }
  | WHERE condition       { query.where = $2; }
  ;

condition:
    column comparison NUMBER    { $$ = new_compare($1, $2, $3); }
  | condition AND condition     { $$ = new_node(NODE_AND, $1, $3); }
  | condition OR condition      { $$ = new_node(NODE_OR, $1, $3); }
  | NOT condition               { $$ = new_node(NODE_NOT, $2, -1); }
  | '(' condition ')'           { $$ = $2; }
  ;

comparison:
    '='        { $$ = '='; }
  | '<'        { $$ = '<'; }
  | '>'        { $$ = '>'; }
  | AT_MOST    { $$ = 'l'; }
  | AT_LEAST   { $$ = 'g'; }
  ;

order:
    %empty            { query.order = -1; }
  | ORDER BY column   { query.order = $3; }
  ;

limit:
    %empty            { query.limit = -1; }
  | LIMIT NUMBER      { query.limit = $2; }
  ;

%%

void yyerror(const char *message) {
  fprintf(stderr, "%s\n", message);
}

int main(void) {
  return yyparse();
}
