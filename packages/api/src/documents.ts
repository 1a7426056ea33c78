import { applicationScopes } from '@wachta/domain'
import type { DocumentInfo, Operation, Registry } from '@wachta/resource'
import { getScopeRequirement } from './platform/authentication/scope-access.ts'
import { errorSchema } from './platform/errors/error-response.ts'

/** The version of the published API that this implementation follows. */
const version = '3.51'

export const described = (operations: readonly Operation[], registry: Registry): DocumentInfo => ({
  title: 'Wachta',
  version,
  description:
    'Remote monitoring of services. Errors are arrays; lists carry X-Total-Count; times are RFC 3339 in UTC.',
  basePath: '/v3',
  operations,
  registry,
  error: errorSchema,
  oauth: {
    // Relative to the server, because each installation has its own.
    authorizationUrl: '/oauth/authorize',
    tokenUrl: '/oauth/token',
    scopes: Object.fromEntries(applicationScopes.map((scope) => [scope, describeScope(scope)])),
    requiredBy(operation) {
      const requirement = getScopeRequirement(operation)
      if (requirement === 'session' || operation.access !== 'customer') return null
      return requirement === 'any' ? [] : requirement
    },
  },
})

function describeScope(scope: string): string {
  const [family = '', access] = scope.split(':')
  if (access === undefined) return identityTexts[scope] ?? scope
  return `${access === 'read' ? 'Read' : 'Read and change'} ${family}.`
}

const identityTexts: Readonly<Record<string, string>> = {
  openid: 'Sign the person in: an ID token.',
  profile: 'The user name and language of the person.',
  email: 'The e-mail address of the person.',
  offline_access: 'A refresh token, for access while the person is away.',
}
