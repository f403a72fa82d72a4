%token <s> KEY VALUE SECTION
%token NL
%%
file: lines ;
lines: line | lines line ;
line: NL | SECTION NL | KEY '=' VALUE NL ;
