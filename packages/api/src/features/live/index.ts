import type { Feature } from '../../platform/feature.ts'
import { liveOperation } from './operation.ts'

export const feature: Feature = {
  operations: (context) => [liveOperation(context)],
}
