import {
  type ApplicationProblem,
  type ApplicationTerms,
  applicationGrantTypes,
  applicationScopes,
  commandClientId,
  findApplicationProblems,
} from '@wachta/domain'
import { defineResource, one, rejectAny, type Values, type Violation } from '@wachta/resource'
import { id, nullable, text, textList, time } from '@wachta/resource/field'
import { administrator, all, any, own, where, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'

const holder = own('owner_id')
/** Applications of the installation are registered by administrators. */
const installationManager = all(administrator, writer)
/**
 * Allows account holders and administrators to write. Among the users of an account, permission-scope.ts narrows this
 * to those who manage users.
 */
const manager = any(all(holder, writer), installationManager)
const isConfidential = where((row) => sql`${row('kind')} = 'confidential'`)

export const maxRedirectUris = 20
export const redirectUrisText = 'Where codes may be sent: https, or http to a loopback address, whose port may vary.'

/** A program that asks people for access to their account: an OAuth 2 client. Its secret is shown once. */
export const application = defineResource('application', {
  fields: {
    id: id(),
    owner_id: nullable(
      id({ description: 'The account that registered it; null if it is registered for the whole installation.' }),
    ),
    client_id: text({ description: 'The `client_id` of OAuth 2.' }),
    name: text({ min: 1, max: 100, description: 'What people see when they are asked for access.' }),
    kind: text({
      enum: ['confidential', 'public'],
      description: '`confidential` has a secret, on a server; `public` runs on devices of its users and has none.',
    }),
    redirect_uris: textList({
      max: maxRedirectUris,
      maxLength: 1000,
      description: redirectUrisText,
    }),
    grant_types: textList({
      max: applicationGrantTypes.length,
      maxLength: 64,
      description: `Any of ${applicationGrantTypes.join(', ')}.`,
    }),
    scopes: textList({
      max: applicationScopes.length,
      maxLength: 32,
      description: `The scopes that it may ask for, any of ${applicationScopes.join(', ')}.`,
    }),
    created_at: time(),
  },
  // The application with which the `wachta` command signs in comes with the installation, and is left out.
  rows: (row) => sql`${row('client_id')} <> ${sql.lit(commandClientId)}`,
  relations: { owner: one('account', 'owner_id') },
  query: ['name', 'client_id'],
  owner: 'owner_id',
  permissions: {
    delete: manager,
    own: holder,
    read: any(holder, administrator),
    update: manager,
    rotate_secret: all(manager, isConfidential),
  },
  serve: {
    path: '/applications',
    tag: 'applications',
    operations: ['list', 'search', 'read', 'update', 'delete', 'permissions'],
  },
  update: {
    fields: ['name', 'redirect_uris', 'scopes'],
    async prepare(changes, before, call) {
      rejectAny(findTermViolations(toTerms({ ...before, ...changes })))
      await call.requireStepUp()
      return changes
    },
  },
})

/** Returns the terms of an application from the values of its record. */
export const toTerms = (values: Values): ApplicationTerms => ({
  kind: values['kind'] === 'public' ? 'public' : 'confidential',
  redirectUris: values['redirect_uris'] as string[],
  grantTypes: values['grant_types'] as string[],
  scopes: values['scopes'] as string[],
  hasOwner: values['owner_id'] !== null,
})

const problemFields: Readonly<Partial<Record<ApplicationProblem, string>>> = {
  redirect_uri_rejected: 'data.redirect_uris',
  redirect_uris_missing: 'data.redirect_uris',
  scope_needs_person: 'data.scopes',
}

/** Returns a violation for each reason why an application with these terms cannot be registered. */
export const findTermViolations = (terms: ApplicationTerms): Violation[] => [
  ...findApplicationProblems(terms).map((symbol) => ({
    symbol,
    field: problemFields[symbol] ?? 'data.grant_types',
  })),
  ...(terms.scopes.length === 0 ? [{ symbol: 'too_few_items', field: 'data.scopes', params: { limit: 1 } }] : []),
  ...terms.scopes
    .filter((scope) => !applicationScopes.includes(scope))
    .map(() => ({
      symbol: 'not_an_allowed_value',
      field: 'data.scopes',
      params: { allowed: applicationScopes.join(', ') },
    })),
]
