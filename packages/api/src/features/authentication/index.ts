import type { Feature } from '../../platform/feature.ts'
import { authentication } from './authentication.ts'
import { securityEventOperations } from './security-events.ts'
import { session } from './session.ts'
import { sessionCreateOperations } from './session-create.ts'
import { stepUpSession } from './session-step-up.ts'
import { twoFactorOperations } from './two-factor.ts'

export const feature: Feature = {
  resources: [authentication, session],
  operations: (context) => [
    ...twoFactorOperations(context),
    ...sessionCreateOperations(context),
    stepUpSession(context),
    ...securityEventOperations(context),
  ],
}
