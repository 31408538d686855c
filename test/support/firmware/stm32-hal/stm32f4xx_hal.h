/* What the example uses of STM32's HAL, on a computer: the ADC measures constants, the UART is standard output. */
#pragma once
#include <stdint.h>

typedef enum { HAL_OK, HAL_ERROR, HAL_BUSY, HAL_TIMEOUT } HAL_StatusTypeDef;
typedef struct { uint16_t *scan; } ADC_HandleTypeDef;
typedef struct { int busy; } UART_HandleTypeDef;

HAL_StatusTypeDef HAL_Init(void);
HAL_StatusTypeDef HAL_ADC_Start_DMA(ADC_HandleTypeDef *adc, uint32_t *data, uint32_t length);
HAL_StatusTypeDef HAL_UART_Transmit_DMA(UART_HandleTypeDef *uart, const uint8_t *data, uint16_t size);
void HAL_UART_TxCpltCallback(UART_HandleTypeDef *uart);
uint32_t HAL_GetTick(void);
void HAL_Delay(uint32_t milliseconds);
