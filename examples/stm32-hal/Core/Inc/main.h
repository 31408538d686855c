#pragma once
#include "stm32f4xx_hal.h"

void SystemClock_Config(void);
void MX_DMA_Init(void);
void MX_ADC1_Init(void);
void MX_USART2_UART_Init(void);
