import type { Feature } from '../../platform/feature.ts'
import { alertRuleKind } from './apply.ts'
import { possibleConditions } from './conditions.ts'
import { event } from './event.ts'

export const feature: Feature = {
  resources: [event],
  operations: (context) => [possibleConditions(context)],
  applyKinds: () => [alertRuleKind],
}
