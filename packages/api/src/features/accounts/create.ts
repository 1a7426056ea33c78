import { randomBytes } from 'node:crypto'
import {
  type AnyResource,
  type Call,
  createRow,
  holdsPermission,
  lockRow,
  type Operation,
  type OperationAnswer,
  parseKey,
  reject,
  rejectAny,
  requirePermission,
  type Values,
} from '@wachta/resource'
import { sql } from 'kysely'
import { findNetworkViolations } from '../../platform/authentication/allow-list.ts'
import { isUsername } from '../../platform/authentication/identity.ts'
import type { ApiContext } from '../../platform/context.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { accountPackage } from '../packages/package.ts'
import { loadParentPackage, rejectPackageBeyondReseller } from '../packages/rules.ts'
import { account } from './account.ts'
import { accountCreateData, accountCreateResult, invitationData, subaccountCreateData } from './create-data.ts'
import { hashPasswordColumn } from './credential.ts'
import { type RoleData, requireAssignableRole } from './role.ts'
import { subaccount } from './subaccount.ts'

/** The operations that create and invite users, register accounts and create sub-accounts. */
export const accountCreateOperations = (context: ApiContext): Operation[] => [
  createAccount(context),
  inviteUser(context),
  resendInvitation(context),
  registerAccount(context),
  createSubaccount(context),
]

const common = { method: 'POST', tag: 'accounts', status: 201, result: accountCreateResult, slow: true } as const

function createAccount(context: ApiContext): Operation {
  return {
    ...common,
    id: 'create_account',
    path: '/accounts',
    summary: 'Create an additional user of an account.',
    access: 'customer',
    body: accountCreateData,
    handle: async (call) => {
      const data = call.body as Values
      const mail = buildActivationMail(context, data)
      const parent = Number(data['parent_account_id'] ?? call.caller.actsFor)
      if (!(await holdsPermission({ resource: account, key: parent }, 'read', call)))
        reject('unknown_reference', 'data.parent_account_id')
      await requirePermission({ resource: account, key: parent }, 'create_users', call)
      // An additional user outlives the session that created it, so a stolen token must not suffice.
      await call.requireStepUp()
      const package_id = await choosePackage(parent, data, call)
      await rejectTooManyUsers(parent, call)
      await context.throttle.invitation(parent)
      const columns = { ...toColumns(data), parent_account_id: parent, package_id }
      return createWithMail(context, { resource: account, columns, mail }, call)
    },
  }
}

/** Creates a user who sets its own password with the link in the e-mail, so that only the user knows it. */
const inviteUser = (context: ApiContext): Operation => ({
  ...common,
  id: 'invite_user',
  path: '/accounts/invite',
  summary: 'Invite a person by e-mail to become a user of the account, with a role.',
  description: 'The e-mail has a link for setting a password; until then the user cannot sign in. Needs a step-up.',
  access: 'customer',
  body: invitationData,
  handle: async (call) => {
    const { role, group_ids = null, email_address, ...data } = call.body as Values & RoleData & InvitedUser
    const parent = Number(call.caller.actsFor)
    await requirePermission({ resource: account, key: parent }, 'create_users', call)
    await call.requireStepUp()
    await requireAssignableRole({ role, group_ids }, parent, call)
    await rejectTooManyUsers(parent, call)
    await context.throttle.invitation(parent)
    const username =
      data.username ?? (isUsername(email_address) ? email_address : `user-${randomBytes(8).toString('hex')}`)
    const package_id = await loadParentPackage(parent, call)
    const person = { ...data, name: data.name ?? toName(email_address), username, email_address }
    const columns = { ...person, role, role_group_ids: group_ids, parent_account_id: parent, package_id }
    return createWithMail(context, { resource: account, columns, mail: { kind: 'password' } }, call)
  },
})

/** A name has at most 255 characters; an address can be longer. */
const toName = (address: string): string => [...address].slice(0, 255).join('')

const resendInvitation = (context: ApiContext): Operation => ({
  id: 'resend_invitation',
  method: 'POST',
  path: '/accounts/{_id}/resend_invitation',
  tag: 'accounts',
  summary: 'Send the link of an invitation again, to a user who has not set a password yet.',
  access: 'customer',
  on: { resource: 'account', flag: 'assign_role' },
  status: 204,
  async handle(call) {
    const id = Number(parseKey(account, call))
    const user = await lockRow({ resource: account, key: id }, 'assign_role', call)
    const [waiting] = await call.db.query(
      sql`select from credential where account_id = ${id} and password_hash is null and ${user['is_activated']} is false`,
    )
    if (!waiting) reject('already_activated')
    await context.throttle.invitation(Number(user['parent_account_id']))
    await enqueueMail(call.db, { kind: 'password', accountId: id })
    await call.record({ resource: 'account', id, accountId: id, before: null, after: { invitation: 'sent' } })
    return undefined
  },
})

const registerAccount = (context: ApiContext): Operation => ({
  ...common,
  id: 'register_account',
  path: '/accounts/register',
  summary: 'Register a new account; it becomes active with the link in the e-mail.',
  access: 'public',
  body: accountCreateData,
  handle: async (call) => {
    const data = call.body as Values
    const mail = buildActivationMail(context, data)
    if (data['parent_account_id'] != null) reject('unknown_reference', 'data.parent_account_id')
    if (data['is_read_only']) reject('forbidden_field', 'data.is_read_only')
    await context.throttle.mail(call.request.address)
    const package_id = await findOfferedPackage(data, call)
    return createWithMail(
      context,
      { resource: independentAccount, columns: { ...toColumns(data), package_id }, mail },
      call,
    )
  },
})

function createSubaccount(context: ApiContext): Operation {
  return {
    ...common,
    id: 'create_subaccount',
    path: '/accounts/subaccount',
    summary: 'Create a dependent account, with which groups can be shared.',
    access: 'customer',
    body: subaccountCreateData,
    handle: async (call) => {
      const data = call.body as Values
      const page = readAllowedLink(data, 'set_password_url', context)
      const reseller = Number(call.caller.actsFor)
      await requirePermission({ resource: account, key: reseller }, 'create_subaccounts', call)
      const packageId = Number(data['package_id'] ?? call.caller.packageId)
      if (!(await holdsPermission({ resource: accountPackage, key: packageId }, 'read', call)))
        reject('unknown_reference', 'data.package_id')
      await rejectPackageBeyondReseller(packageId, reseller, call)
      await context.throttle.invitation(reseller)
      const mail =
        data['password'] === undefined ? ({ kind: 'password', page } as const) : ({ kind: 'activation' } as const)
      const columns = { ...toColumns(data), package_id: packageId, reseller_account_id: reseller }
      return createWithMail(context, { resource: subaccount, columns, mail }, call)
    },
  }
}

/** A new account, and the e-mail to its holder. */
interface NewAccount {
  readonly resource: AnyResource
  readonly columns: Values
  readonly mail: Mail
}

/** Creates the account and queues the e-mail to its holder in one transaction; e-mails per recipient are limited. */
async function createWithMail(
  { throttle }: ApiContext,
  { resource, columns, mail }: NewAccount,
  call: Call,
): Promise<OperationAnswer | undefined> {
  const hashedColumns = await hashPasswordColumn({ ...columns, is_activated: false })
  return call.transaction(async (tx) => {
    const answer = await createRow(resource, hashedColumns, tx)
    await throttle.recipient(String(columns['email_address']))
    const created = answer?.value as { id: number } | undefined
    if (created) await enqueueMail(tx.db, { ...mail, accountId: created.id })
    return answer
  })
}

const buildActivationMail = (context: ApiContext, data: Values) => ({
  kind: 'activation' as const,
  page: readAllowedLink(data, 'custom_activation_uri', context),
  redirectUri: readAllowedLink(data, 'redirect_uri', context),
})

/** The maximum number of additional users. Concurrent requests can exceed it slightly, limited by the throttle. */
const maxUsers = 200

/** Rejects a new additional user if the account already has the maximum number. */
export async function rejectTooManyUsers(parent: number, { db }: Pick<Call, 'db'>): Promise<void> {
  const [{ used } = { used: 0 }] = await db.query(
    sql<{
      used: number
    }>`select count(*)::int as used from account where parent_account_id = ${parent} and closed_at is null`,
  )
  if (used >= maxUsers) reject('too_many_users', 'data.parent_account_id', { limit: maxUsers })
}

/** The resource for registration: anyone can create such an account, without a parent. */
const { under: _, ...creation } = account.create ?? { required: [] }
const independentAccount = { ...account, create: creation }

interface InvitedUser {
  readonly email_address: string
  readonly name?: string
  readonly username?: string
}

/** Converts a request to columns of the account; the data of its holder is in the same row. */
function toColumns(data: Values): Values {
  const { user_data, custom_activation_uri: _1, redirect_uri: _2, set_password_url: _3, ...columns } = data
  const holder = user_data as Values & { readonly ip_whitelist?: readonly string[] }
  rejectAny(findNetworkViolations(holder.ip_whitelist ?? [], 'data.user_data.ip_whitelist'))
  return { ...columns, ...holder }
}

type Mail =
  | { kind: 'activation'; page?: string | null; redirectUri?: string | null }
  | { kind: 'password'; page?: string | null }

/** Returns the package of the parent account; rejects a request that names another package. */
async function choosePackage(parent: number, data: Values, call: Call): Promise<number> {
  const found = await loadParentPackage(parent, call)
  if (data['package_id'] !== undefined && data['package_id'] !== found) reject('package_not_offered', 'data.package_id')
  return found
}

async function findOfferedPackage(data: Values, { db }: Call): Promise<unknown> {
  const requestedId = data['package_id'] ?? null
  const [found] = await db.query(sql<{ id: number }>`select id from package
where is_available_for_new_accounts and (${requestedId}::bigint is null or id = ${requestedId}::bigint) order by id limit 1`)
  return found ? found.id : reject('package_not_offered', 'data.package_id')
}

/** Returns the link in a field; rejects unknown hosts, because the e-mail adds a token to the link. */
function readAllowedLink(
  data: Values,
  field: string,
  { settings: { linkHosts, publicUrl } }: ApiContext,
): string | null {
  const text = data[field]
  if (typeof text !== 'string') return null
  const { protocol = '', host = '', href = '' } = URL.parse(text) ?? {}
  const isAllowed = /^https?:$/.test(protocol) && [new URL(publicUrl).host, ...linkHosts].includes(host)
  if (!isAllowed) reject('host_not_allowed', `data.${field}`)
  return href
}
