/* A reader for DNS messages (RFC 1035): header, questions, resource records. */
#ifndef DNS_H
#define DNS_H

#include <stddef.h>
#include <stdint.h>

#define DNS_NAME_MAX 64
#define DNS_RECORDS_MAX 4

enum dns_status {
  DNS_OK = 0,
  DNS_TRUNCATED = -1, /* the message ends in the middle of something */
  DNS_MALFORMED = -2, /* a length or a pointer that can't be right */
  DNS_TOO_MANY = -3,  /* more records than this reader keeps */
};

enum dns_type { DNS_A = 1, DNS_NS = 2, DNS_CNAME = 5, DNS_MX = 15, DNS_TXT = 16 };

struct dns_header {
  uint16_t id;
  uint16_t flags;
  uint16_t questions, answers;
};

struct dns_question {
  char name[DNS_NAME_MAX];
  uint16_t type, class;
};

struct dns_record {
  char name[DNS_NAME_MAX];
  uint16_t type, class;
  uint32_t ttl;
  union {
    uint8_t address[4];
    char host[DNS_NAME_MAX];
    struct {
      uint16_t preference;
      char host[DNS_NAME_MAX];
    } mx;
    struct {
      uint8_t length;
      char text[DNS_NAME_MAX];
    } txt;
  } data;
};

struct dns_message {
  struct dns_header header;
  struct dns_question question;
  struct dns_record records[DNS_RECORDS_MAX];
  size_t record_count;
};

/* Reads a whole message. Gives DNS_OK, or why it can't be read. */
int dns_parse(const uint8_t *bytes, size_t size, struct dns_message *message);

/* The name of a record type, or "?" . */
const char *dns_type_name(uint16_t type);

#endif
