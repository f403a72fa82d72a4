import { expect, test } from 'vitest';
import { describeGrammar } from '../../src/grammar/print.js';
import { symbolicGrammar } from '../../src/grammar/symbolic.js';
import { complaintOf, fromEbnf, fromYacc, list } from './files.js';

const lex = `
%{
#include "y.tab.h" /* "%%" is not the end */
%}
%option noyywrap case-insensitive
%x STRING
%s NARROW
digit   [0-9]
word    [[:alpha:]_]({digit}|[[:alpha:]_])*
 int indented_code;
%top{ int code; }
%%
    int local = '{';  // indented: code
"select"        { if (1) { return SELECT; } }
"from"          |
"out of"        return (FROM);
{digit}{1,3}    { yylval = atoi(yytext); return NUMBER; }
{word}          return yylval.name = strdup(yytext), NAME;
\\"              BEGIN(STRING);
<STRING>{
  [^"\\n]+       { add("}"); }
  \\"            { BEGIN(INITIAL); return TEXT; }
}
<NARROW>"<<"    return SHIFT;
<<EOF>>         return 0;
[ \\t\\r\\n]+      /* nothing */
"--"[^\\n]*      ;
[-+*/=,;()]     return *yytext;
.               { yyerror("bad character"); }
%%
int main(void) { return 0; }
`;

const yacc = `
%{ /* %% */ %}
%define api.pure full
%code requires { struct s { int x; }; }
%union { int number; char *name; }
%token <number> NUMBER 300 "number"
%token <name> NAME TEXT
%token SELECT "SELECT" FROM SHIFT END 0 "end of file"
%left '+' '-'
%nonassoc HIGHEST
%type <number> value
%destructor { free($$); } <name>
%start query
%%
query[q]: SELECT { begin(); } values[list] FROM NAME END { finish('}'); }
     | error ';' { yyerrok; }
     ;
values: value | values ',' value
value: "number" %prec HIGHEST | TEXT { $$ = "{"; }
     | %empty
%%
query: this is C;
`;

test('flex and bison as people write them', () => {
  const grammar = fromYacc(yacc, lex);
  const { productions, tokens, separator, notes, start } = describeGrammar(symbolicGrammar(grammar));
  expect(start).toBe('query');
  expect(notes).toEqual([]);
  expect(separator).toBe(' ');
  expect(productions.map(({ left, right }) => `${left}: ${right.join(' ')}`)).toEqual([
    'query: SELECT values FROM NAME',
    'values: value',
    "values: values ',' value",
    'value: NUMBER',
    'value: TEXT',
    'value: ',
  ]);
  expect(tokens).toMatchObject([
    { name: 'SELECT', symbolic: true, lengths: { shortest: 6, longest: 6 } },
    { name: 'FROM', symbolic: true, lengths: { shortest: 4, longest: 6 } },
    { name: 'NAME', symbolic: true, language: 'infinite' },
    { name: "','", symbolic: false },
    { name: 'NUMBER', language: 'finite', lengths: { shortest: 1, longest: 3 } },
    { name: 'TEXT', language: 'infinite', lengths: { shortest: 2, longest: null } },
  ]);
});

test('a keyword is no name: what an earlier rule matches a later one does not', () => {
  const grammar = fromYacc('%token IF NAME\n%%\ns: NAME | IF;', '%%\n"if" return IF;\n[a-z]+ return NAME;\n');
  const names = list(grammar, { maxLength: 2 }, { concrete: true });
  expect(names.filter((name) => name === 'if').length).toBe(1);
  expect(names.length).toBe(26 + 26 * 26);
});

test("bison's prefix of tokens, and a block of rules whose brace stands on its own line", () => {
  const grammar = fromYacc(
    '%define api.token.prefix {TOK_}\n%token NUM "number" TEXT\n%%\ns: "number" | TEXT;',
    '%x IN\n%%\n[0-9] return TOK_NUM;\n"(" BEGIN(IN);\n<IN>\n{\n  [a-z] ;\n  ")" { BEGIN(INITIAL); return TOK_TEXT; }\n}\n',
  );
  expect(list(grammar, { maxLength: 3 })).toEqual(['α₁', 'α₁α₂', 'α₁α₂α₃']);
});

test('EBNF, both ways', () => {
  const optional = fromEbnf('greeting = "hi" , [ " " , name ] ; (* comment *)\nname = "a" | "b" ;');
  expect(list(optional, { maxLength: 4 })).toEqual(['hi', 'hi a', 'hi b']);
  const classes = fromEbnf('# comment\ngreeting ::= "hi" (" " NAME)? #x21*\nNAME ::= /[A-Z][a-z ]?/');
  expect(list(classes, { maxLength: 4 })).toEqual(['hi', 'hi!', 'hi!!', 'hi α₁']);
});

test.each([
  [
    'an undefined nonterminal',
    '%token A\n%%\ns: A expresion ;\nexpression: A ;',
    undefined,
    'g.y:3:6: expresion has no rule and is not a token: did you mean expression?',
  ],
  [
    'no terminal string',
    "%%\nlist: item list ;\nitem: 'x' ;",
    undefined,
    'g.y:2:1: No string at all can be derived from list: each of its rules needs itself again; add a rule that ends.',
  ],
  [
    'an unbalanced class',
    '%token A\n%%\ns: A ;',
    '%%\n  /* c */\n[a-z  return A;\n',
    'g.l:3:1: This class is never closed: add the missing ].',
  ],
  [
    'an unbalanced group',
    '%token A\n%%\ns: A ;',
    '%%\n(ab|c return A;\n',
    'g.l:2:1: This ( is never closed: add the missing ).',
  ],
  [
    'an unknown definition',
    '%token A\n%%\ns: A ;',
    '%%\n{digit}+ return A;\n',
    'g.l:2:1: There is no definition called digit: define it above the first %%.',
  ],
  [
    'a definition of itself',
    '%token A\n%%\ns: A ;',
    'x a{x}\n%%\n{x} return A;\n',
    'g.l:1:4: The definition of x uses itself.',
  ],
  [
    'a range the wrong way round',
    '%token A\n%%\ns: A ;',
    '%%\n[z-a] return A;\n',
    'g.l:2:2: The range z-a is the wrong way round: swap its ends.',
  ],
  [
    'an unknown condition',
    '%token A\n%%\ns: A ;',
    '%%\n<WHERE>a return A;\n',
    'g.l:2:1: There is no start condition WHERE: declare it with %s or %x.',
  ],
  [
    'an action without end',
    '%token A\n%%\ns: A { if (x) { ;',
    undefined,
    'g.y:3:6: This brace is never closed: add the missing }.',
  ],
  [
    'tokens nobody returns',
    '%token A\n%%\ns: A ;',
    '%%\nb return B;\n',
    'g.y:3:1: No string at all can be derived from s: no rule of g.l returns A: rules with it are left out; add a rule that ends.',
  ],
  [
    'no lex file',
    '%token A\n%%\ns: A ;',
    undefined,
    'g.y:3:4: The text of the token A is unknown: give the lex file too.',
  ],
  ['no rules', '%token A', undefined, 'g.y:1:9: This yacc file has no %%: it goes before the rules.'],
  [
    'too many states',
    '%token A\n%%\ns: A ;',
    '%%\n(.*a.{30000}) return A;\n',
    'g.l:2:1: The patterns of this file need too large an automaton: use smaller repetitions.',
  ],
])('%s gets a sentence with line and column', (_, yaccText, lexText, sentence) => {
  expect(complaintOf(() => fromYacc(yaccText, lexText))).toBe(sentence);
});

test.each([
  ['an undefined rule', 'a ::= "x" bb', 'g.ebnf:1:11: bb has no rule: did you mean a?'],
  ['an open quote', 'a ::= "x', 'g.ebnf:1:7: This quote is never closed: add the missing ".'],
  ['an open bracket', 'a = { "x" ;', 'g.ebnf:1:5: This { is never closed: add the missing }.'],
  ['no name', 'a ::= "x" ;\n= 3', 'g.ebnf:2:1: The name of a rule is expected here.'],
  [
    'only itself',
    'a ::= "x" a',
    'g.ebnf:1:1: No string at all can be derived from a: each of its rules needs itself again; add a rule that ends.',
  ],
])('EBNF with %s gets a sentence with line and column', (_, text, sentence) => {
  expect(complaintOf(() => fromEbnf(text))).toBe(sentence);
});
