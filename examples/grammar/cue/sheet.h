#ifndef SHEET_H
#define SHEET_H

int frames(int minutes, int seconds, int frame);
void begin_track(int number);
void set_pregap(int length);
void set_index(int number, int start);
void print_sheet(void);

#endif
