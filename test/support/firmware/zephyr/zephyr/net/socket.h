#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#define zsock_socket socket
#define zsock_sendto sendto
#define zsock_inet_pton inet_pton
