%{
#include <stdio.h>
int yylex(void);
%}
%token IDENTIFIER CONSTANT STRING_LITERAL SIZEOF
%token PTR_OP INC_OP DEC_OP LEFT_OP RIGHT_OP LE_OP GE_OP EQ_OP NE_OP
%token AND_OP OR_OP
%right '=' 
%right '?' ':'
%left OR_OP
%left AND_OP
%nonassoc '<' '>' LE_OP GE_OP
%left '+' '-'
%left '*' '/' '%'
%right UNARY
%%
program : %empty | program statement ;
statement : expression ';' { printf("%d\n", $1); } | ';' | '{' program '}' | IF_ELSE ;
IF_ELSE: 'i' 'f' '(' expression ')' statement %prec UNARY ;
expression
	: IDENTIFIER
	| CONSTANT
	| '(' expression ')'
	| expression '+' expression
	| expression '-' expression
	| expression LE_OP expression
	| expression '?' expression ':' expression
	| '-' expression %prec UNARY
	| SIZEOF '(' IDENTIFIER ')'
	| IDENTIFIER '(' arguments ')'
	| expression INC_OP
	;
arguments : | argument_list ;
argument_list : expression | argument_list ',' expression ;
