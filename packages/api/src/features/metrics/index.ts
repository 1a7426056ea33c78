import type { Feature } from '../../platform/feature.ts'
import { accountMetrics } from './operation.ts'

export const feature: Feature = {
  operations: (context) => [accountMetrics(context)],
}
