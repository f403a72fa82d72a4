/* What only streams, locks and the like throw: linked with programs that use them, since it brings much of libc++ along. */
#ifndef NEARMISS_THROWN_BY_STREAMS_H
#define NEARMISS_THROWN_BY_STREAMS_H

namespace nearmiss {

struct ThrownByStreams {
  void (*failure)(const char *message);
  void (*system)(int code, const char *message);
};

/* Null where thrown-by-streams.cc is not linked. */
extern ThrownByStreams thrownByStreams;

}  // namespace nearmiss

#endif
