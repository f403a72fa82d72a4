#include <stdlib.h>

static int table[4] = {1, 2, 3, 4};

int buggy(unsigned char kind, unsigned char value) {
	if (kind == 'd')
		return 100 / value;
	if (kind == 't' && value < 6)
		return table[value];
	if (kind == 'a' && value == 200)
		abort();
	return 0;
}

int takes_function(int (*callback)(int)) { return callback(1); }
