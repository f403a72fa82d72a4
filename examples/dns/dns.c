// A reader for DNS messages. docs/tutorial.md finds the bug in it, fixes it and keeps it fixed.
#include "dns.h"

#include <string.h>

/* Where we are in a message. */
struct reader {
  const uint8_t *bytes;
  size_t size;
  size_t at;
};

static size_t left(const struct reader *in) { return in->size - in->at; }

static int read_u8(struct reader *in, uint8_t *value) {
  if (left(in) < 1) return DNS_TRUNCATED;
  *value = in->bytes[in->at++];
  return DNS_OK;
}

static int read_u16(struct reader *in, uint16_t *value) {
  if (left(in) < 2) return DNS_TRUNCATED;
  *value = (uint16_t)(in->bytes[in->at] << 8 | in->bytes[in->at + 1]);
  in->at += 2;
  return DNS_OK;
}

static int read_u32(struct reader *in, uint32_t *value) {
  uint16_t high, low;
  int status = read_u16(in, &high);
  if (status != DNS_OK) return status;
  status = read_u16(in, &low);
  if (status != DNS_OK) return status;
  *value = (uint32_t)high << 16 | low;
  return DNS_OK;
}

/* A label's characters as people write them: lower case, and a dot for what has no place in a name. */
static char printable(uint8_t byte) {
  if (byte >= 'A' && byte <= 'Z') return (char)(byte - 'A' + 'a');
  if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9')) return (char)byte;
  if (byte == '-' || byte == '_') return (char)byte;
  return '?';
}

/*
 * A name is a list of labels, each with its length in front, and ends with a label of length 0. A length with its
 * two highest bits set is a pointer instead: the rest of the name stands somewhere else in the message.
 */
static int read_name(struct reader *in, char *name) {
  struct reader part = *in;
  size_t length = 0;
  int followed = 0;
  for (;;) {
    uint8_t count;
    int status = read_u8(&part, &count);
    if (status != DNS_OK) return status;
    if (count == 0) break;
    if ((count & 0xc0) == 0xc0) {
      uint8_t low;
      status = read_u8(&part, &low);
      if (status != DNS_OK) return status;
      if (!followed) in->at = part.at;
      followed = 1;
      size_t target = (size_t)(count & 0x3f) << 8 | low;
      if (target >= part.size) return DNS_MALFORMED;
      part.at = target;
      continue;
    }
    if (count & 0xc0) return DNS_MALFORMED;
    if (count > left(&part)) return DNS_TRUNCATED;
    if (length + 1 + count >= DNS_NAME_MAX) return DNS_MALFORMED;
    if (length > 0) name[length++] = '.';
    for (uint8_t i = 0; i < count; i++) name[length++] = printable(part.bytes[part.at++]);
  }
  name[length] = '\0';
  if (!followed) in->at = part.at;
  return DNS_OK;
}

static int read_header(struct reader *in, struct dns_header *header) {
  uint16_t authorities, additional;
  int status = read_u16(in, &header->id);
  if (status == DNS_OK) status = read_u16(in, &header->flags);
  if (status == DNS_OK) status = read_u16(in, &header->questions);
  if (status == DNS_OK) status = read_u16(in, &header->answers);
  if (status == DNS_OK) status = read_u16(in, &authorities);
  if (status == DNS_OK) status = read_u16(in, &additional);
  if (status != DNS_OK) return status;
  if (header->questions > 1) return DNS_TOO_MANY;
  if (header->answers > DNS_RECORDS_MAX) return DNS_TOO_MANY;
  return DNS_OK;
}

static int read_question(struct reader *in, struct dns_question *question) {
  int status = read_name(in, question->name);
  if (status == DNS_OK) status = read_u16(in, &question->type);
  if (status == DNS_OK) status = read_u16(in, &question->class);
  return status;
}

static int read_text(struct reader *in, size_t size, struct dns_record *record) {
  uint8_t length;
  int status = read_u8(in, &length);
  if (status != DNS_OK) return status;
  if (length + 1u > size || length >= DNS_NAME_MAX) return DNS_MALFORMED;
  record->data.txt.length = length;
  memcpy(record->data.txt.text, in->bytes + in->at, length);
  record->data.txt.text[length] = '\0';
  in->at += length;
  return DNS_OK;
}

static int read_data(struct reader *in, size_t size, struct dns_record *record) {
  size_t end = in->at + size;
  int status = DNS_OK;
  switch (record->type) {
    case DNS_A:
      if (size != 4) return DNS_MALFORMED;
      memcpy(record->data.address, in->bytes + in->at, 4);
      in->at += 4;
      break;
    case DNS_NS:
    case DNS_CNAME:
      status = read_name(in, record->data.host);
      break;
    case DNS_MX:
      status = read_u16(in, &record->data.mx.preference);
      if (status == DNS_OK) status = read_name(in, record->data.mx.host);
      break;
    case DNS_TXT:
      status = read_text(in, size, record);
      break;
    default:
      in->at = end;
  }
  if (status != DNS_OK) return status;
  return in->at == end ? DNS_OK : DNS_MALFORMED;
}

static int read_record(struct reader *in, struct dns_record *record) {
  uint16_t size;
  int status = read_name(in, record->name);
  if (status == DNS_OK) status = read_u16(in, &record->type);
  if (status == DNS_OK) status = read_u16(in, &record->class);
  if (status == DNS_OK) status = read_u32(in, &record->ttl);
  if (status == DNS_OK) status = read_u16(in, &size);
  if (status != DNS_OK) return status;
  if (size > left(in)) return DNS_TRUNCATED;
  return read_data(in, size, record);
}

int dns_parse(const uint8_t *bytes, size_t size, struct dns_message *message) {
  struct reader in = {bytes, size, 0};
  memset(message, 0, sizeof *message);
  int status = read_header(&in, &message->header);
  if (status != DNS_OK) return status;
  if (message->header.questions == 1) {
    status = read_question(&in, &message->question);
    if (status != DNS_OK) return status;
  }
  for (uint16_t i = 0; i < message->header.answers; i++) {
    status = read_record(&in, &message->records[message->record_count]);
    if (status != DNS_OK) return status;
    message->record_count++;
  }
  return DNS_OK;
}

const char *dns_type_name(uint16_t type) {
  switch (type) {
    case DNS_A: return "A";
    case DNS_NS: return "NS";
    case DNS_CNAME: return "CNAME";
    case DNS_MX: return "MX";
    case DNS_TXT: return "TXT";
    default: return "?";
  }
}
