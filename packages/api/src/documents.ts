import { applicationScopes } from '@wachta/domain'
import type { DocumentInfo, Operation, Registry } from '@wachta/resource'
import { getScopeRequirement } from './platform/authentication/scope-access.ts'
import { errorSchema } from './platform/errors/error-response.ts'

/** The version of the published API that this implementation follows. */
const version = '3.51'

/** The public URL in the copies of the documents in the repository, which belong to no installation. */
const exampleUrl = 'https://wachta.example.com'

export const describeApi = (
  operations: readonly Operation[],
  registry: Registry,
  publicUrl: string = exampleUrl,
): DocumentInfo => ({
  title: 'Wachta',
  version,
  description:
    'Remote monitoring of services. Errors are arrays; lists carry X-Total-Count, which stops at 10,000 with Prefer: count=bounded; times are RFC 3339 in UTC.',
  basePath: '/v3',
  operations,
  registry,
  error: errorSchema,
  oauth: {
    authorizationUrl: `${publicUrl}/oauth/authorize`,
    tokenUrl: `${publicUrl}/oauth/token`,
    scopes: Object.fromEntries(applicationScopes.map((scope) => [scope, describeScope(scope)])),
    getRequiredScopes(operation) {
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
  profile: 'The username and language of the person.',
  email: 'The e-mail address of the person.',
  offline_access: 'A refresh token, for access while the person is away.',
}
