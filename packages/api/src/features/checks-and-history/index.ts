import type { Feature } from '../../platform/feature.ts'
import { artifactOperations } from './artifacts.ts'
import { historyOperations } from './operations.ts'
import { serviceStatus } from './service-status.ts'
import { statusChange } from './status-change.ts'

export const feature: Feature = {
  resources: [serviceStatus, statusChange],
  operations: (context) => [...artifactOperations(context), ...historyOperations(context)],
}
