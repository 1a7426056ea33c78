import type { Feature } from '../../platform/feature.ts'
import { authentication } from './authentication.ts'
import { securityEventOperations } from './security-events.ts'
import { sessionResource } from './session.ts'
import { sessionCreateOperations } from './session-create.ts'
import { stepUpOperation } from './session-step-up.ts'
import { twoFactorOperations } from './two-factor.ts'

export const feature: Feature = {
  resources: [authentication, sessionResource],
  operations: (context) => [
    ...twoFactorOperations(context),
    ...sessionCreateOperations(context),
    stepUpOperation(context),
    ...securityEventOperations,
  ],
}
