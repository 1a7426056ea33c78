import type { Feature } from '../../platform/feature.ts'
import { application } from './application.ts'
import { applicationGrant } from './application-grant.ts'
import { authorizationRequestOperations } from './authorization-requests.ts'
import { deviceAuthorizationOperations } from './device-authorizations.ts'
import { createApplication, rotateApplicationSecret } from './registration.ts'

export const feature: Feature = {
  resources: [application, applicationGrant],
  operations: (context) => [
    createApplication,
    rotateApplicationSecret,
    ...authorizationRequestOperations,
    ...deviceAuthorizationOperations(context),
  ],
}
