import type { Feature } from '../../platform/feature.ts'
import { heartbeatOperations } from './operations.ts'

export const feature: Feature = {
  operations: (context) => [...heartbeatOperations(context)],
}
