/* An ATmega328P at 16 MHz: USART0 at a million baud, timer 0 for milliseconds. */

#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

static volatile uint32_t ticks;
static volatile uint8_t in[128], in_head, in_tail;

ISR(TIMER0_COMPA_vect) { ticks++; }

ISR(USART_RX_vect) {
  const uint8_t byte = UDR0;
  const uint8_t next = (uint8_t)((in_head + 1) & 127);
  if (next == in_tail) return;
  in[in_head] = byte;
  in_head = next;
}

static void board_start(void) {
  UBRR0 = 0;
  UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  TCCR0A = _BV(WGM01);
  OCR0A = 249;
  TIMSK0 = _BV(OCIE0A);
  TCCR0B = _BV(CS01) | _BV(CS00);
  sei();
}

static inline uint32_t board_ms(void) {
  uint32_t now;
  cli();
  now = ticks;
  sei();
  return now;
}

static int board_get(void) {
  int byte;
  if (in_head == in_tail) return -1;
  byte = in[in_tail];
  in_tail = (uint8_t)((in_tail + 1) & 127);
  return byte;
}

static void board_put(uint8_t byte) {
  while (!(UCSR0A & _BV(UDRE0))) {
  }
  UDR0 = byte;
}

#include "serial-main.h"
