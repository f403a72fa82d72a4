#include "sheet.h"

#include <stdio.h>

enum { TRACKS = 99, FRAMES_A_SECOND = 75 };

struct track {
  int start;
  int pregap;
  int length;
};

static struct track tracks[TRACKS];
static int current;
static int count;
static int problems;

int frames(int minutes, int seconds, int frame) {
  if (seconds >= 60 || frame >= FRAMES_A_SECOND)
    problems++;
  return (minutes * 60 + seconds) * FRAMES_A_SECOND + frame;
}

void begin_track(int number) {
  if (number == 0 || number > TRACKS) {
    problems++;
    number = 1;
  }
  current = number - 1;
  if (number > count)
    count = number;
}

void set_pregap(int length) {
  tracks[current].pregap = length;
}

/* Index 01 is where a track starts; index 00 is where its pregap does, which ends the track before it. */
void set_index(int number, int start) {
  if (number == 1) {
    tracks[current].start = start;
  } else if (number == 0) {
    tracks[current - 1].length = start - tracks[current - 1].start; /* the bug: the first track has none before it */
  } else if (start < tracks[current].start) {
    problems++;
  }
}

void print_sheet(void) {
  for (int i = 0; i < count; i++)
    printf("%02d %d %d %d\n", i + 1, tracks[i].start, tracks[i].pregap, tracks[i].length);
  if (problems)
    printf("%d problems\n", problems);
}
