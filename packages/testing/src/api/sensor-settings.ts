import type { SensorSettings } from '@wachta/api/src/platform/context.ts'
import { createInstallationKeys } from '@wachta/bus'

/** Settings with which sensors can be enrolled, without a broker. */
export async function createSensorSettings(): Promise<SensorSettings> {
  const { keys } = await createInstallationKeys()
  return { cell: 'test', url: 'nats://127.0.0.1:1', urls: ['nats://sensors.example.com:4222'], keys }
}
