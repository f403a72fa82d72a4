/* Every name is this machine's: the sandbox has no other. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <netdb.h>

#define WEAK __attribute__((weak))

WEAK int getaddrinfo(const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints,
                     struct addrinfo **restrict result) {
  if (!node && !service) return EAI_NONAME;
  struct {
    struct addrinfo info;
    struct sockaddr_in address;
  } *one = calloc(1, sizeof *one);
  if (!one) return EAI_MEMORY;
  int is_passive = hints && (hints->ai_flags & AI_PASSIVE) && !node;
  one->address.sin_family = AF_INET;
  one->address.sin_port = htons(service ? (unsigned short)atoi(service) : 0);
  one->address.sin_addr.s_addr = htonl(is_passive ? INADDR_ANY : INADDR_LOOPBACK);
  one->info.ai_family = AF_INET;
  one->info.ai_socktype = hints && hints->ai_socktype ? hints->ai_socktype : SOCK_STREAM;
  one->info.ai_protocol = hints ? hints->ai_protocol : 0;
  one->info.ai_addrlen = sizeof one->address;
  one->info.ai_addr = (struct sockaddr *)&one->address;
  *result = &one->info;
  return 0;
}

WEAK void freeaddrinfo(struct addrinfo *info) { free(info); }

WEAK int getnameinfo(const struct sockaddr *restrict address, socklen_t size, char *restrict host,
                     socklen_t host_size, char *restrict service, socklen_t service_size, int flags) {
  if (host && host_size && snprintf(host, host_size, "127.0.0.1") >= (int)host_size) return EAI_OVERFLOW;
  unsigned port = ntohs(((const struct sockaddr_in *)address)->sin_port);
  if (service && service_size && snprintf(service, service_size, "%u", port) >= (int)service_size) return EAI_OVERFLOW;
  return 0;
}

WEAK const char *gai_strerror(int error) { return error ? "Name or service not known" : "Success"; }

WEAK struct hostent *gethostbyname(const char *name) {
  static struct in_addr loopback;
  static char *addresses[2], *aliases[1];
  static struct hostent host;
  loopback.s_addr = htonl(INADDR_LOOPBACK);
  addresses[0] = (char *)&loopback;
  host.h_name = (char *)name;
  host.h_aliases = aliases;
  host.h_addrtype = AF_INET;
  host.h_length = sizeof loopback;
  host.h_addr_list = addresses;
  return &host;
}

WEAK struct hostent *gethostbyaddr(const void *address, socklen_t size, int family) {
  return family == AF_INET ? gethostbyname("localhost") : NULL;
}

WEAK int h_errno;
WEAK const char *hstrerror(int error) { return error ? "Unknown host" : "Success"; }

/* No /etc/services is there: a service is known by its number alone. */
WEAK struct servent *getservbyname(const char *name, const char *protocol) { return NULL; }
WEAK struct servent *getservbyport(int port, const char *protocol) { return NULL; }

static struct protoent protocols[] = {
    {"icmp", (char *[]){NULL}, IPPROTO_ICMP},
    {"tcp", (char *[]){NULL}, IPPROTO_TCP},
    {"udp", (char *[]){NULL}, IPPROTO_UDP},
};
#define PROTOCOLS (sizeof protocols / sizeof *protocols)

WEAK struct protoent *getprotobyname(const char *name) {
  for (size_t i = 0; i < PROTOCOLS; i++)
    if (strcmp(name, protocols[i].p_name) == 0) return &protocols[i];
  return NULL;
}

WEAK struct protoent *getprotobynumber(int number) {
  for (size_t i = 0; i < PROTOCOLS; i++)
    if (protocols[i].p_proto == number) return &protocols[i];
  return NULL;
}
