import { type AccountRole, accountRoles } from '@wachta/domain'
import { closed, lockRow, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { findIdentity } from '../../platform/authentication/identity.ts'
import { renewRecoveryCodes } from '../../platform/authentication/one-time-codes.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { account } from '../accounts/account.ts'
import { accountFields } from '../accounts/account-fields.ts'

const requiredRoles = Type.Array(Type.Unsafe<AccountRole>({ type: 'string', enum: [...accountRoles] }), {
  maxItems: accountRoles.length,
  uniqueItems: true,
  description: 'The roles whose users must have a passkey; an empty list requires it of no one.',
})

const securitySchema = nameSchema(
  'account_security',
  Type.Object(
    {
      account_id: accountFields.id.schema,
      password_changed_at: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'dateTime',
        description: 'Null for an account without a password.',
      }),
      has_authenticator_app: Type.Boolean({ description: 'Whether codes of an authenticator app are set up.' }),
      passkeys: Type.Integer({ description: 'How many passkeys the user has.' }),
      recovery_codes: Type.Integer({ description: 'How many recovery codes are left.' }),
      passkey_required_roles: requiredRoles,
      is_passkey_required: Type.Boolean({ description: 'Whether this user must have a passkey.' }),
    },
    closed,
  ),
)

const path = '/accounts/{_id}/security'
const common = { tag: 'accounts', access: 'customer' } as const

const readSecurity: Operation = {
  ...common,
  id: 'read_account_security',
  method: 'GET',
  path,
  summary: 'Read how a user can sign in, and what the account requires.',
  on: { resource: 'account', flag: 'own' },
  status: 200,
  result: securitySchema,
  // Users who must still set up a second factor can do little else, but must be able to see what is missing.
  admits: 'without_two_factor',
  async handle(call) {
    const id = Number(parseKey(account, call))
    await requirePermission({ resource: account, key: id }, 'own', call)
    const identity = (await findIdentity(call.db, sql`a.id = ${id}`)) ?? reject('not_found')
    const [found] = await call.db.query(sql<Record<string, unknown>>`select a.id as account_id,
  case when c.password_hash is not null then wire_time(c.password_changed_at) end as password_changed_at,
  c.totp_secret is not null as has_authenticator_app,
  (select count(*) from passkey y where y.account_id = a.id)::int as passkeys,
  (select count(*) from recovery_code r where r.account_id = a.id)::int as recovery_codes,
  coalesce(p.passkey_required_roles, a.passkey_required_roles) as passkey_required_roles
from account a join credential c on c.account_id = a.id left join account p on p.id = a.parent_account_id where a.id = ${id}`)
    return { value: { ...found, is_passkey_required: identity.needsPasskey } }
  },
}

const updateSecurity: Operation = {
  ...common,
  id: 'update_account_security',
  method: 'PUT',
  path,
  summary: 'Require passkeys from users with some roles, from everyone or from no one. Needs a step-up.',
  description:
    'A user without a passkey can then sign in only to add one. Codes of an authenticator app are no longer accepted from users who have a passkey; recovery codes are.',
  on: { resource: 'account', flag: 'manage_security' },
  body: nameSchema('account_security_update_data', Type.Object({ passkey_required_roles: requiredRoles }, closed)),
  status: 204,
  async handle(call) {
    const id = Number(parseKey(account, call))
    await lockRow({ resource: account, key: id }, 'manage_security', call)
    await call.requireStepUp()
    const after = call.body as { passkey_required_roles: readonly AccountRole[] }
    const [before] = await call.db.query(
      sql<{ passkey_required_roles: string[] }>`select passkey_required_roles from account where id = ${id}`,
    )
    await call.db.query(
      sql`update account set passkey_required_roles = ${after.passkey_required_roles} where id = ${id}`,
    )
    await call.record({ resource: 'account', id, accountId: id, before: before ?? null, after })
    return undefined
  },
}

const renewCodes: Operation = {
  ...common,
  id: 'renew_account_recovery_codes',
  method: 'POST',
  path: '/accounts/{_id}/recovery_codes',
  summary: 'Create new recovery codes; the earlier ones no longer work. They are shown only once. Needs a step-up.',
  on: { resource: 'account', flag: 'setup_2fa' },
  status: 200,
  result: nameSchema('recovery_codes_result', Type.Object({ recovery_codes: Type.Array(Type.String()) }, closed)),
  secret: true,
  async handle(call) {
    const id = Number(parseKey(account, call))
    await lockRow({ resource: account, key: id }, 'setup_2fa', call)
    await call.requireStepUp()
    const identity = await findIdentity(call.db, sql`a.id = ${id}`)
    if (!identity?.hasTwoFactor) return reject('two_factor_not_started')
    const codes = await renewRecoveryCodes(call.db, id)
    await enqueueMail(call.db, { kind: 'recovery_codes_renewed', accountId: id })
    await call.record({ resource: 'account', id, accountId: id, before: null, after: { recovery_codes: 'renewed' } })
    return { value: { recovery_codes: codes } }
  },
}

/** The operations that read how a user can sign in, require passkeys of roles, and renew recovery codes. */
export const accountSecurityOperations: readonly Operation[] = [readSecurity, updateSecurity, renewCodes]
