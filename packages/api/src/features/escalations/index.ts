import type { Feature } from '../../platform/feature.ts'
import { escalationKind } from './apply.ts'
import { escalation } from './escalation.ts'
import { escalationSuspension } from './escalation-suspension.ts'
import { escalationWeeklySuspension } from './escalation-weekly-suspension.ts'

export const feature: Feature = {
  resources: [escalation, escalationSuspension, escalationWeeklySuspension],
  applyKinds: () => [escalationKind],
}
