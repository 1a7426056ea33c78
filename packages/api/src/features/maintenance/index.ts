import type { Feature } from '../../platform/feature.ts'
import { suspensionBulkOperations } from './bulk.ts'
import { scheduledSuspension } from './scheduled-suspension.ts'
import { suspension } from './suspension.ts'
import { weeklySuspension } from './weekly-suspension.ts'

export const feature: Feature = {
  resources: [scheduledSuspension, suspension, weeklySuspension],
  operations: (context) => [...suspensionBulkOperations(context)],
}
