import type { Feature } from '../../platform/feature.ts'
import { ssoConnection } from './connection.ts'
import { credentialOperations } from './credentials.ts'
import { ssoDomain, verifyDomain } from './domain.ts'
import { ownSignInOperations } from './own-sign-in-operations.ts'
import { signInOperations } from './sign-in-operations.ts'
import { testConnection } from './test-connection.ts'

export const feature: Feature = {
  resources: [ssoConnection, ssoDomain],
  operations: (context) => [
    ...credentialOperations(),
    verifyDomain(context),
    testConnection(context),
    ...signInOperations(context),
    ...ownSignInOperations(context),
  ],
}
