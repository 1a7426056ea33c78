import { randomBytes } from 'node:crypto'
import { type RoleMapping, type UserRole, userRoles } from '@wachta/domain'
import { type Call, closed, defineResource, one, reject, type Values } from '@wachta/resource'
import { component, flag, id, nullable, text, textList, time, value } from '@wachta/resource/field'
import { administrator, all, among, any, where, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hasTwoFactor } from '../../platform/authentication/identity.ts'
import { getSecretContext } from '../../platform/issuers/issuers.ts'
import { requireAssignable, requireValidGroupLimits, roleFields } from '../accounts/role.ts'
import { ownerOrManager } from './owner-or-manager.ts'

const maxMappings = 200
/** The number of connections per account; more than one is needed to move from one issuer to another. */
const maxConnections = 5
const issuerPattern = '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$'

const role = Type.Unsafe<UserRole>({ type: 'string', enum: [...userRoles] })
const roleMapping = component(
  'sso_role_mapping',
  Type.Object(
    {
      group: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'A value of the groups claim, or a SCIM group.',
      }),
      role,
      group_ids: roleFields.group_ids,
    },
    closed,
  ),
)

/** The secret of our client at the issuer. */
export const clientSecret = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Stored encrypted, never shown.',
})

const isOffered = where((row) => row('is_offered'))
const isOfReseller = among(
  'owner_id',
  ({ actsFor }) =>
    sql`select s.reseller_account_id from account s where s.id = ${actsFor} and s.reseller_account_id is not null`,
)
const editor = all(writer, any(ownerOrManager, administrator))

/** How the users of an account sign in at an OpenID Connect issuer. */
export const ssoConnection = defineResource('sso_connection', {
  title: 'single sign-on connection',
  fields: {
    id: id(),
    owner_id: id({ description: 'Owning account; its users sign in through the connection.' }),
    source_id: nullable(
      id({
        description: 'The connection offered by the reseller whose issuer and client are used; null for own ones.',
      }),
    ),
    slug: text({ description: 'Its name in the URLs for the issuer, chosen at random.' }),
    name: text({ min: 1, max: 64 }),
    issuer: nullable(
      text({
        min: 1,
        max: 1024,
        pattern: issuerPattern,
        description:
          'The issuer identifier, exactly as the issuer writes it. Null with `source_id`. A change deletes the client secret, which has to be entered again for the new issuer.',
      }),
    ),
    client_id: nullable(text({ min: 1, max: 255, description: 'Our client at the issuer. Null with `source_id`.' })),
    scopes: textList({
      max: 20,
      maxLength: 64,
      pattern: '^[\\x21\\x23-\\x5B\\x5D-\\x7E]+$',
      description: 'Scopes to request.',
    }),
    groups_claim: text({
      min: 1,
      max: 64,
      default: 'groups',
      description: 'The claim that lists the groups of a user.',
    }),
    role_mappings: value(
      Type.Array(roleMapping, {
        maxItems: maxMappings,
        description: 'Which groups give which role. The most powerful role counts. `owner` cannot be given.',
      }),
    ),
    default_role: nullable(
      text({ enum: userRoles, description: 'The role of users without a mapped group; null to reject them.' }),
    ),
    is_enabled: flag({ default: true, description: 'Whether sign-ins through it are possible.' }),
    is_enforced: flag({
      default: false,
      description:
        'Whether additional users can sign in only through it. The owner can still use password and second factor.',
    }),
    is_offered: flag({ default: false, description: 'Whether sub-accounts may use its issuer and client.' }),
    second_factor: text({
      enum: ['issuer', 'own'],
      default: 'own',
      description:
        '`issuer`: no code is required here if the issuer says that it checked a second factor. `own`: the second factor of Wachta is always required if the user has set it up.',
    }),
    scim_token_created_at: nullable(time({ description: 'When the SCIM token was created; null without one.' })),
    created_at: time(),
  },
  relations: { owner: one('account', 'owner_id'), source: one('sso_connection', 'source_id') },
  query: ['name', 'issuer'],
  owner: 'owner_id',
  permissions: {
    delete: editor,
    own: ownerOrManager,
    // A sub-account sees the connections that its reseller offers, so that it can choose one.
    read: any(ownerOrManager, administrator, all(isOffered, isOfReseller)),
    update: editor,
  },
  serve: {
    path: '/sso_connections',
    tag: 'single_sign_on',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name'],
    optional: [
      ...(['owner_id', 'source_id', 'issuer', 'client_id', 'scopes', 'groups_claim', 'role_mappings'] as const),
      ...(['default_role', 'is_enabled', 'is_enforced', 'is_offered', 'second_factor'] as const),
    ],
    extraFields: { optional: { client_secret: clientSecret } },
    under: ['owner', 'create_users'],
    defaults: (_data, { caller }) => ({ owner_id: caller.actsFor }),
    prepare: prepareConnection,
  },
  update: {
    fields: [
      ...(['name', 'issuer', 'client_id', 'scopes', 'groups_claim', 'role_mappings', 'default_role'] as const),
      ...(['is_enabled', 'is_enforced', 'is_offered', 'second_factor'] as const),
    ],
    async prepare(changes, before, call) {
      await call.requireStepUp()
      rejectMismatch({ ...before, ...changes })
      await requireValidMappings(changes, Number(before['owner_id']), call)
      if (changes['is_enforced'] === true) await rejectWithoutSecondFactor(Number(before['owner_id']), call)
      return changes
    },
    async changed({ before, changes }, call) {
      const isEnforced = { ...before, ...changes }['is_enforced'] === true
      if (isEnforced) await endPasswordSessions(Number(before['owner_id']), call)
      if (!('issuer' in changes) || changes['issuer'] === before['issuer']) return
      // Users of another issuer are other users, so sessions that began at the previous issuer end.
      await endSessionsAtIssuer(Number(before['id']), call)
      // The secret was not meant for the new issuer, to which it would be sent.
      await call.db.query(sql`update sso_connection set client_secret = null where id = ${before['id']}`)
    },
  },
  delete: { prepare: (_before, call) => call.requireStepUp() },
})

async function prepareConnection(data: Values, call: Call) {
  await call.requireStepUp()
  rejectMismatch(data)
  const { client_secret: secret, ...columns } = data
  const owner = Number(data['owner_id'])
  const [{ count } = { count: 0 }] = await call.db.query(
    sql<{ count: number }>`select count(*)::int as count from sso_connection where owner_id = ${owner}`,
  )
  if (count >= maxConnections) reject('too_many_objects', undefined, { limit: maxConnections })
  await rejectForeignSource(data, call)
  await requireValidMappings(data, owner, call)
  if (data['is_enforced'] === true) await rejectWithoutSecondFactor(owner, call)
  const slug = createSlug()
  const sealed = typeof secret === 'string' ? call.seal(secret, getSecretContext(slug)) : null
  if (data['is_enforced'] === true) await endPasswordSessions(owner, call)
  return { columns: { ...columns, slug, client_secret: sealed } }
}

/** A connection has either its own issuer and client or those of the reseller. */
function rejectMismatch({ source_id, issuer, client_id, is_offered }: Values): void {
  const isOwn = (source_id ?? null) === null
  if (isOwn && (issuer ?? null) === null) reject('sso_issuer_missing', 'data.issuer')
  if (isOwn && (client_id ?? null) === null) reject('sso_issuer_missing', 'data.client_id')
  if (!isOwn && (issuer ?? null) !== null) reject('forbidden_field', 'data.issuer')
  if (!isOwn && (client_id ?? null) !== null) reject('forbidden_field', 'data.client_id')
  if (!isOwn && is_offered === true) reject('forbidden_field', 'data.is_offered')
}

async function rejectForeignSource({ source_id, owner_id }: Values, { db }: Call): Promise<void> {
  if ((source_id ?? null) === null) return
  const [found] = await db.query(sql`select from sso_connection c join account a on a.reseller_account_id = c.owner_id
where c.id = ${source_id} and c.is_offered and a.id = ${owner_id}`)
  if (!found) reject('unknown_reference', 'data.source_id')
}

/**
 * The caller must be able to assign the mapped roles. Only some roles can be limited, and only to groups of the
 * account.
 */
async function requireValidMappings(data: Values, owner: number, { db, caller }: Call): Promise<void> {
  const { default_role: defaultRole, role_mappings } = data
  if (typeof defaultRole === 'string') requireAssignable([defaultRole], caller, 'data.default_role')
  const mappings = (role_mappings ?? []) as readonly RoleMapping[]
  const roles = mappings.map(({ role }) => role)
  requireAssignable(roles, caller, 'data.role_mappings')
  // One mapping for each group: with two of them, it would be hard to see which role applies.
  const repeatedIndex = mappings.findIndex(
    ({ group }, index) => mappings.findIndex((one) => one.group === group) < index,
  )
  if (repeatedIndex >= 0) reject('already_taken', `data.role_mappings.${repeatedIndex}.group`)
  await requireValidGroupLimits(mappings, { accountId: owner, field: 'data.role_mappings' }, db)
}

/** If the issuer fails, only the owner can still sign in, so the owner needs a password and a second factor. */
async function rejectWithoutSecondFactor(owner: number, { db }: Call): Promise<void> {
  const [found] = await db.query(sql`select from account a join credential c on c.account_id = a.id
where a.id = ${owner} and c.password_hash is not null and ${hasTwoFactor}`)
  if (!found) reject('sso_enforcement_needs_two_factor', 'data.is_enforced')
}

async function endPasswordSessions(owner: number, { db }: Call): Promise<void> {
  await db.query(sql`delete from session s using account a
where a.id = s.account_id and a.parent_account_id = ${owner} and s.sso_connection_id is null and s.observer_id is null`)
}

/** Ends the sessions of all users of the issuer, including those of sub-accounts. */
async function endSessionsAtIssuer(id: number, { db }: Call): Promise<void> {
  await db.query(
    sql`delete from session where sso_connection_id in (select c.id from sso_connection c where ${id} in (c.id, c.source_id))`,
  )
}

/** 20 characters out of 32 possible ones, so that a sign-in page cannot be found by guessing. */
function createSlug(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  return Array.from(randomBytes(20), (byte) => letters.charAt(byte % letters.length)).join('')
}
