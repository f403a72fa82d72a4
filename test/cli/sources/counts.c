unsigned long long total;

/* Counts for longer than anybody waits: no state of it ever comes back. */
int counts(const char *s) {
	for (int i = 0; s[i]; i++)
		if (s[i] == '*')
			for (unsigned long long k = 1; k != 0; k++)
				total += k;
	return (int)(total & 7);
}
