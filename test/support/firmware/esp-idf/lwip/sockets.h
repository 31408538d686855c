#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
