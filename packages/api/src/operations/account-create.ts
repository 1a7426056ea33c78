import {
  type Answer,
  type Call,
  closed,
  createRow,
  demand,
  holds,
  named,
  type Operation,
  refuse,
  type Values,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { packageOfParent, refuseBeyondReseller } from '../accounts/package.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { account } from '../resources/account.ts'
import { accountFields, legacyNotifications, password, personalFields } from '../resources/account-fields.ts'
import { accountPackage } from '../resources/package.ts'
import { subaccount } from '../resources/subaccount.ts'
import { userData } from '../resources/user-data.ts'
import type { Services } from '../services.ts'

const link = (description: string, pattern?: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1024, ...(pattern && { pattern }), description }),
  )
const webAddress = '^https?://[^/]'

const userDataCreateData = Type.Object(
  {
    email_address: personalFields.email_address.schema,
    address: Type.Optional(personalFields.address.schema),
    contact_person: Type.Optional(personalFields.contact_person.schema),
    phone_number: Type.Optional(personalFields.phone_number.schema),
    tax_identification_number: Type.Optional(personalFields.tax_identification_number.schema),
    ip_whitelist: Type.Optional(userData.fields.ip_whitelist.schema),
    ip_whitelist_enabled: Type.Optional(userData.fields.ip_whitelist_enabled.schema),
  },
  closed,
)

const settings = {
  name: accountFields.name.schema,
  username: accountFields.username.schema,
  user_data: userDataCreateData,
  package_id: Type.Optional(accountFields.package_id.schema),
  is_read_only: Type.Optional(accountFields.is_read_only.schema),
  disable_legacy_notifications: Type.Optional(legacyNotifications.schema),
  language_id: Type.Optional(accountFields.language_id.schema),
  time_zone_id: Type.Optional(accountFields.time_zone_id.schema),
}

const accountCreateData = named(
  'account_create_data',
  Type.Object(
    {
      ...settings,
      password,
      parent_account_id: Type.Optional(accountFields.parent_account_id.schema),
      custom_activation_uri: link(
        'A page of your own that activates the account through GET /accounts/:id/activate; gets the parameters `token` and `account_id`.',
        webAddress,
      ),
      redirect_uri: link(
        'Where to go once the e-mail address is confirmed; unused when custom_activation_uri is given.',
      ),
    },
    closed,
  ),
)

const subaccountCreateData = named(
  'subaccount_create_data',
  Type.Object(
    {
      ...settings,
      password: Type.Optional(password),
      set_password_url: link(
        'A page of your own where the new holder sets a password; gets `token` and `account_id`.',
        webAddress,
      ),
      subaccount_block: Type.Optional(subaccount.fields.subaccount_block.schema),
      subaccount_edit: Type.Optional(subaccount.fields.subaccount_edit.schema),
      is_2fa_setup_required: Type.Optional(subaccount.fields.is_2fa_setup_required.schema),
    },
    closed,
  ),
)

const accountCreateResult = named('account_create_result', Type.Object({ id: accountFields.id.schema }, closed))

/** The three ways an account comes into being without an administrator. */
export function accountCreateOperations(services: Services): Operation[] {
  const { registry } = services.searcher
  const common = { method: 'POST', tag: 'accounts', status: 201, result: accountCreateResult, slow: true } as const

  const activated = (data: Values) => ({
    kind: 'activation' as const,
    page: allowedLink(data, 'custom_activation_uri', services),
    redirectUri: allowedLink(data, 'redirect_uri', services),
  })

  return [
    {
      ...common,
      id: 'create_account',
      path: '/accounts',
      summary: 'Create an additional user of an account.',
      access: 'customer',
      body: accountCreateData,
      handle: async (call) => {
        const data = call.body as Values
        const mail = activated(data)
        const parent = Number(data['parent_account_id'] ?? call.caller.actsFor)
        if (!(await holds(registry, account, parent, 'read', call)))
          refuse('unknown_reference', 'data.parent_account_id')
        await demand(registry, account, parent, 'create_users', call)
        const columns = {
          ...columnsOf(data),
          parent_account_id: parent,
          package_id: await packageOf(parent, data, call),
          is_activated: false,
        }
        return call.transaction(async (tx) => told(tx, mail, await createRow(registry, account, columns, tx)))
      },
    },
    {
      ...common,
      id: 'register_account',
      path: '/accounts/register',
      summary: 'Register a new account; it becomes active with the link in the e-mail.',
      access: 'public',
      body: accountCreateData,
      handle: async (call) => {
        const data = call.body as Values
        const mail = activated(data)
        if (data['parent_account_id'] != null) refuse('unknown_reference', 'data.parent_account_id')
        if (data['is_read_only']) refuse('forbidden_field', 'data.is_read_only')
        await services.throttle.mail(String((data['user_data'] as Values)['email_address']), call.request.address)
        const columns = { ...columnsOf(data), package_id: await offeredPackage(data, call), is_activated: false }
        return call.transaction(async (tx) => told(tx, mail, await createRow(registry, independent, columns, tx)))
      },
    },
    {
      ...common,
      id: 'create_subaccount',
      path: '/accounts/subaccount',
      summary: 'Create a dependent account, with which groups can be shared.',
      access: 'customer',
      body: subaccountCreateData,
      handle: async (call) => {
        const data = call.body as Values
        const page = allowedLink(data, 'set_password_url', services)
        const reseller = Number(call.caller.actsFor)
        await demand(registry, account, reseller, 'create_subaccounts', call)
        const packageId = Number(data['package_id'] ?? call.caller.packageId)
        if (!(await holds(registry, accountPackage, packageId, 'read', call)))
          refuse('unknown_reference', 'data.package_id')
        await refuseBeyondReseller(packageId, reseller, call)
        const columns = {
          ...columnsOf(data),
          package_id: packageId,
          reseller_account_id: reseller,
          is_activated: false,
        }
        const mail =
          data['password'] === undefined ? ({ kind: 'password', page } as const) : ({ kind: 'activation' } as const)
        return call.transaction(async (tx) => told(tx, mail, await createRow(registry, subaccount, columns, tx)))
      },
    },
  ]
}

/** A new account of nobody but its holder: created by anyone, under nothing. */
const { under: _, ...creation } = account.create ?? { required: [] }
const independent = { ...account, create: { ...creation, by: () => true } }

/** Account columns out of a request: the holder's data lies in the same row. */
function columnsOf({
  user_data,
  custom_activation_uri: _1,
  redirect_uri: _2,
  set_password_url: _3,
  ...columns
}: Values): Values {
  return { ...columns, ...(user_data as Values) }
}

type Mail =
  | { kind: 'activation'; page?: string | null; redirectUri?: string | null }
  | { kind: 'password'; page?: string | null }

async function told({ db }: Call, mail: Mail, answer: Answer | undefined): Promise<typeof answer> {
  const created = answer?.value as { id: number } | undefined
  if (created) await enqueueMail(db, { ...mail, accountId: created.id })
  return answer
}

/** An additional user has the package of the account it acts for, and may repeat it. */
async function packageOf(parent: number, data: Values, call: Call): Promise<number> {
  const found = await packageOfParent(parent, call)
  if (data['package_id'] !== undefined && data['package_id'] !== found) refuse('package_not_offered', 'data.package_id')
  return found
}

async function offeredPackage(data: Values, { db }: Call): Promise<unknown> {
  const wanted = data['package_id'] ?? null
  const [found] = await db.query(sql<{ id: number }>`select id from package
where is_available_for_new_accounts and (${wanted}::bigint is null or id = ${wanted}::bigint) order by id limit 1`)
  return found ? found.id : refuse('package_not_offered', 'data.package_id')
}

/** Our mail must not carry a link to just anywhere, least of all one with a token in it. */
function allowedLink(data: Values, field: string, { settings: { linkHosts, publicUrl } }: Services): string | null {
  const text = data[field]
  if (typeof text !== 'string') return null
  const { protocol = '', host = '' } = URL.parse(text) ?? {}
  const isAllowed = /^https?:$/.test(protocol) && [new URL(publicUrl).host, ...linkHosts].includes(host)
  if (!isAllowed) refuse('host_not_allowed', `data.${field}`)
  return text
}
