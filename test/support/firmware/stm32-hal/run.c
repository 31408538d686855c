/* Runs the firmware's main for a number of delays. A transfer by DMA ends, and calls back, with the next delay. */
#include "stm32f4xx_hal.h"
#include <stdio.h>
#include <stdlib.h>

int firmware(void);

ADC_HandleTypeDef hadc1;
UART_HandleTypeDef huart2;
static long left;
static uint32_t now;
static const uint8_t *sent;
static uint16_t length;

void SystemClock_Config(void) {}
void MX_DMA_Init(void) {}
void MX_ADC1_Init(void) {}
void MX_USART2_UART_Init(void) {}
HAL_StatusTypeDef HAL_Init(void) { return HAL_OK; }
uint32_t HAL_GetTick(void) { return now; }

HAL_StatusTypeDef HAL_ADC_Start_DMA(ADC_HandleTypeDef *adc, uint32_t *data, uint32_t count) {
  (void)count;
  adc->scan = (uint16_t *)data;
  adc->scan[0] = 1365;
  adc->scan[1] = 819;
  return HAL_OK;
}

HAL_StatusTypeDef HAL_UART_Transmit_DMA(UART_HandleTypeDef *uart, const uint8_t *data, uint16_t size) {
  if (uart->busy) return HAL_BUSY;
  uart->busy = 1;
  sent = data;
  length = size;
  return HAL_OK;
}

void HAL_Delay(uint32_t milliseconds) {
  now += milliseconds;
  if (huart2.busy) {
    fwrite(sent, 1, length, stdout);
    huart2.busy = 0;
    HAL_UART_TxCpltCallback(&huart2);
  }
  if (--left == 0) exit(0);
}

int main(int argc, char **argv) {
  left = argc > 1 ? atol(argv[1]) : 1;
  return firmware();
}
