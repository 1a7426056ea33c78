import type { Feature } from '../../platform/feature.ts'
import { accountMetrics } from './operation.ts'
import { accountSensorLatencies } from './sensor-latencies.ts'

export const feature: Feature = {
  operations: (context) => [accountMetrics(context), accountSensorLatencies(context)],
}
