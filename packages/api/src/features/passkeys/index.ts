import type { Feature } from '../../platform/feature.ts'
import { passkeyAuthenticationOperations } from './authentication.ts'
import { passkey } from './passkey.ts'
import { registrationOperations } from './registration.ts'

export const feature: Feature = {
  resources: [passkey],
  operations: (context) => [...registrationOperations(context), ...passkeyAuthenticationOperations(context)],
}
