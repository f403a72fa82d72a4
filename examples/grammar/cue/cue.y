%{
/* FILE "name" WAVE, then tracks: TRACK 01 AUDIO, INDEX 01 mm:ss:ff. */
#include <stdio.h>
#include "sheet.h"

int yylex(void);
void yyerror(const char *message);
%}

%token FILE_ WAVE MP3 TRACK AUDIO INDEX PREGAP TITLE NUMBER TEXT

%%

sheet: FILE_ TEXT format '\n' tracks { print_sheet(); }
  ;

format: WAVE | MP3
  ;

tracks:
    track
  | tracks track
  ;

track: TRACK NUMBER AUDIO '\n' { begin_track($2); } lines
  ;

lines:
    index
  | lines index
  | lines TITLE TEXT '\n'
  | PREGAP time '\n' { set_pregap($2); } index
  ;

index: INDEX NUMBER time '\n' { set_index($2, $3); }
  ;

time: NUMBER ':' NUMBER ':' NUMBER { $$ = frames($1, $3, $5); }
  ;

%%

void yyerror(const char *message) {
  fprintf(stderr, "%s\n", message);
}

int main(void) {
  return yyparse();
}
