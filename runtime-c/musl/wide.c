/* Takes the place of libc's, which reads four bytes at a time: to us that is reading beyond the text's end. */
#include <stddef.h>
#include <wchar.h>

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t room, mbstate_t *restrict state) {
  static mbstate_t own;
  mbstate_t copy = state ? *state : own;
  const char *text = *from;
  size_t count = 0;
  for (; !to || count < room; count++) {
    wchar_t character;
    /* A NUL ends any character that is not whole, so no more is read than there is. */
    size_t length = mbrtowc(&character, text, 4, &copy);
    if (length == (size_t)-1 || length == (size_t)-2) {
      if (to) *from = text;
      return -1;
    }
    if (to) to[count] = character;
    if (length == 0) {
      text = 0;
      break;
    }
    text += length;
  }
  if (to) {
    *from = text;
    if (state) *state = copy;
    else own = copy;
  }
  return count;
}
