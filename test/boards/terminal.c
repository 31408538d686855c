/*
 * Runs a program with a pseudo-terminal as its standard input and output: terminal <program> <word>… It prints the terminal's name, and
 * starts the program with the first byte on standard input, so that somebody can open the terminal before.
 */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

int main(int count, char **words) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  struct termios raw;
  char byte;
  if (count < 2 || terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return 2;
  tcgetattr(terminal, &raw);
  cfmakeraw(&raw);
  raw.c_oflag = 0;
  tcsetattr(terminal, TCSANOW, &raw);
  /* Held open, or the other side's end would end this one. */
  if (open(ptsname(terminal), O_RDWR | O_NOCTTY) < 0) return 2;
  dprintf(1, "%s\n", ptsname(terminal));
  if (read(0, &byte, 1) != 1) return 2;
  dup2(terminal, 0);
  dup2(terminal, 1);
  execvp(words[1], words + 1);
  return 2;
}
