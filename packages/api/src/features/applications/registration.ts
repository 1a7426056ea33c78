import { randomBytes } from 'node:crypto'
import {
  applicationGrantTypes,
  applicationScopes,
  clientSecretPrefix,
  createPrefixedToken,
  toCellMark,
} from '@wachta/domain'
import {
  type Call,
  closed,
  lockAccount,
  lockRow,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  rejectAny,
} from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashToken } from '../../platform/authentication/tokens.ts'
import { application, findTermViolations, maxRedirectUris, redirectUrisText, toTerms } from './application.ts'

const maxApplications = 50

const buildChoicesSchema = (allowed: readonly string[], description: string) =>
  Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...allowed] }), {
    minItems: 1,
    maxItems: allowed.length,
    uniqueItems: true,
    description,
  })

const createData = nameSchema(
  'application_create_data',
  Type.Object(
    {
      name: application.fields.name.schema,
      kind: application.fields.kind.schema,
      redirect_uris: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
          maxItems: maxRedirectUris,
          uniqueItems: true,
          description: redirectUrisText,
        }),
      ),
      grant_types: buildChoicesSchema(applicationGrantTypes, 'How it gets tokens.'),
      scopes: buildChoicesSchema(applicationScopes, 'The scopes that it may ask for.'),
      for_installation: Type.Optional(
        Type.Boolean({ description: 'Registers it for the whole installation; administrators only. Default: false.' }),
      ),
    },
    closed,
  ),
)

interface ApplicationData {
  readonly name: string
  readonly kind: 'confidential' | 'public'
  readonly redirect_uris?: readonly string[]
  readonly grant_types: readonly string[]
  readonly scopes: readonly string[]
  readonly for_installation?: boolean
}

const secretText = 'Shown only once; null for a public application.'
const createResult = nameSchema(
  'application_create_result',
  Type.Object(
    {
      id: id().schema,
      client_id: Type.String(),
      client_secret: Type.Unsafe<string | null>({ type: ['string', 'null'], description: secretText }),
    },
    closed,
  ),
)

/** Registers an application. Its secret is shown once; only its hash is stored. */
export const createApplication: Operation = {
  id: 'create_application',
  method: 'POST',
  path: '/applications',
  tag: 'applications',
  summary: 'Register an application that can ask for access; its secret is shown only once.',
  description: 'Needs a step-up.',
  access: 'customer',
  body: createData,
  status: 201,
  result: createResult,
  secret: true,
  async handle(call) {
    const { for_installation = false, redirect_uris = [], ...data } = call.body as ApplicationData
    const { readOnly, actsFor, role, limits } = call.caller
    if (readOnly || actsFor === null) reject('forbidden')
    if (limits?.allows('application', 'update') === false) reject('role_not_allowed', undefined, { role })
    if (for_installation && call.caller.scope !== 'administrator') reject('administrator_only')
    const ownerId = for_installation ? null : actsFor
    const after = { ...data, redirect_uris, owner_id: ownerId, client_id: createClientId(call) }
    rejectAny(findTermViolations(toTerms(after)))
    await call.requireStepUp()
    if (ownerId !== null) await rejectTooManyApplications(ownerId, call)
    const secret = data.kind === 'confidential' ? createClientSecret(call) : null
    const [inserted] = await call.db.query(sql<{ id: number }>`insert into application
  (owner_id, registrant_id, client_id, name, kind, redirect_uris, grant_types, scopes, secret_hash, created_at)
values (${ownerId}, ${ownerId && call.caller.accountId}, ${after.client_id}, ${data.name}, ${data.kind}, ${redirect_uris}, ${data.grant_types}, ${data.scopes},
  ${secret === null ? null : hashToken(secret)}, ${call.now}) returning id`)
    if (!inserted) throw new Error('no application was stored')
    await call.record({ resource: 'application', id: inserted.id, accountId: ownerId, before: null, after })
    return { value: { id: inserted.id, client_id: after.client_id, client_secret: secret } }
  },
}

/** Replaces the secret at once: the old one is rejected from now on, tokens stay valid. */
export const rotateApplicationSecret: Operation = {
  id: 'rotate_application_secret',
  method: 'POST',
  path: '/applications/{_id}/rotate_secret',
  tag: 'applications',
  summary: 'Replace the secret of an application; the new one is shown only once, and the old one is rejected.',
  description: 'Needs a step-up.',
  access: 'customer',
  on: { resource: 'application', flag: 'rotate_secret' },
  status: 200,
  result: nameSchema(
    'application_secret',
    Type.Object({ client_secret: Type.String({ description: 'Shown only once.' }) }, closed),
  ),
  secret: true,
  async handle(call) {
    const key = Number(parseKey(application, call))
    const row = await lockRow({ resource: application, key }, 'rotate_secret', call)
    await call.requireStepUp()
    const secret = createClientSecret(call)
    const accountId = row['owner_id'] === null ? null : Number(row['owner_id'])
    // The registrant is the person who knows the secret: the owner, if an administrator replaces it.
    const registrantId = call.caller.actsFor === accountId ? call.caller.accountId : accountId
    await call.db.query(sql`update application set secret_hash = ${hashToken(secret)}, registrant_id = ${registrantId}
where id = ${key}`)
    const after = { secret: 'rotated' }
    await call.record({ resource: 'application', id: key, accountId, before: null, after })
    return { value: { client_secret: secret } }
  },
}

const createClientId = ({ cellNumber }: Call) => `${toCellMark(cellNumber)}${randomBytes(12).toString('hex')}`

const createClientSecret = ({ cellNumber }: Call) => createPrefixedToken(clientSecretPrefix, randomBytes, cellNumber)

async function rejectTooManyApplications(ownerId: number, call: Call): Promise<void> {
  // Locked, so that concurrent requests cannot exceed the limit.
  await lockAccount(ownerId, call)
  const [counted] = await call.db.query(
    sql<{ count: number }>`select count(*) from application where owner_id = ${ownerId}`,
  )
  if (Number(counted?.count) >= maxApplications) reject('too_many_objects', undefined, { limit: maxApplications })
}
