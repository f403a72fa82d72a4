%{
/* The language of the server's control connection, for generating sessions; the server has a parser of its own. */
%}

%token USER CWD LIST RETR STOR DELE NOOP QUIT NAME PATH SPACE END_OF_LINE

%%

session:
    command
  | session command
  ;

command:
    USER SPACE NAME END_OF_LINE
  | CWD SPACE PATH END_OF_LINE
  | LIST END_OF_LINE
  | RETR SPACE PATH END_OF_LINE
  | STOR SPACE PATH END_OF_LINE
  | DELE SPACE PATH END_OF_LINE
  | NOOP END_OF_LINE
  | QUIT END_OF_LINE
  ;
