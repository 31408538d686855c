#include "main.h"
#include "plant.h"
#include "rig_link.h"

/* CubeMX makes these and their MX_…_Init: ADC1 scans two channels by DMA, USART2 has a DMA stream for sending. */
extern ADC_HandleTypeDef hadc1;
extern UART_HandleTypeDef huart2;

static uint16_t scan[2];
static uint8_t bytes[RIG_PLANT_STREAM]; /* the DMA reads them: they are written only while `sending` is 0 */
static volatile uint8_t sending;
static uint32_t missed;

void HAL_UART_TxCpltCallback(UART_HandleTypeDef *uart) {
  if (uart == &huart2) sending = 0;
}

static void send(const struct plant *plant) {
  if (sending) {
    missed++; /* the line is slower than the measurements */
    return;
  }
  size_t size = rig_plant_stream(bytes, sizeof bytes, plant);
  sending = 1;
  if (HAL_UART_Transmit_DMA(&huart2, bytes, (uint16_t)size) != HAL_OK) sending = 0;
}

int main(void) {
  HAL_Init();
  SystemClock_Config();
  MX_DMA_Init();
  MX_ADC1_Init();
  MX_USART2_UART_Init();
  HAL_ADC_Start_DMA(&hadc1, (uint32_t *)scan, 2);

  struct plant plant;
  rig_plant_init(&plant);
  for (;;) {
    plant.tick = HAL_GetTick();
    plant.pressure = scan[0];
    plant.level = scan[1];
    plant.pump = plant.level < 2048;
    send(&plant);
    HAL_Delay(100);
  }
}
