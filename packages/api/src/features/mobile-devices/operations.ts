import { timingSafeEqual } from 'node:crypto'
import { maxPushEndpoint, pushDevicePatterns } from '@wachta/channels'
import { languages } from '@wachta/domain'
import {
  buildEnum,
  type Call,
  closed,
  deleteRow,
  holdsPermission,
  lockAccount,
  nameSchema,
  type Operation,
  readRecord,
  reject,
} from '@wachta/resource'
import { type Vault, VaultError } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { mobileDevice } from './mobile-device.ts'

/** The number of devices per account. */
const maxDevices = 100

const sealedFields = ['endpoint', 'p256dh', 'auth'] as const
type SealedField = (typeof sealedFields)[number]
type Keys = Readonly<Record<SealedField, string>>
type Registration = Keys & { readonly name?: string; readonly platform?: string; readonly language_id?: string }

/** The id that a device chose, and the account that it registers with. */
interface Device {
  readonly id: string
  readonly accountId: number
}

const { name, platform } = mobileDevice.fields
const deviceData = nameSchema(
  'mobile_device_data',
  Type.Object(
    {
      endpoint: Type.String({
        maxLength: maxPushEndpoint,
        pattern: pushDevicePatterns.endpoint,
        description: 'The URL at which the push service of the device accepts messages.',
      }),
      p256dh: Type.String({ pattern: pushDevicePatterns.p256dh, description: 'The public key of the subscription.' }),
      auth: Type.String({ pattern: pushDevicePatterns.auth, description: 'The secret of the subscription.' }),
      name: Type.Optional(name.schema),
      platform: Type.Optional(platform.schema),
      language_id: Type.Optional(buildEnum(languages, { description: 'Default: that of the caller.' })),
    },
    closed,
  ),
)

/**
 * The operations by which phones and browsers register for push notifications of an account, and unregister. Device ids
 * are unique per account, so that no account can find or take over the device of another by its id.
 */
export function mobileDeviceOperations({ vault }: ApiContext): Operation[] {
  const common = { path: '/mobile/devices/{_id}', tag: 'mobile', access: 'customer', status: 204 } as const
  return [
    {
      ...common,
      id: 'put_mobile_device',
      method: 'PUT',
      summary: 'Register a device for push, or update its registration.',
      description:
        'A device that was registered by another account before, with the same identifier and the same keys, is removed from that account, because the device has changed hands.',
      body: deviceData,
      async handle(call) {
        const { caller } = call
        const accountId = caller.readOnly || caller.actsFor === null ? reject('forbidden') : caller.actsFor
        const id = parseDeviceId(call)
        const key = [accountId, id]
        await lockAccount(accountId, call)
        const isRegistered = await holdsPermission({ resource: mobileDevice, key }, 'read', call)
        const before = isRegistered ? await readRecord({ resource: mobileDevice, key }, call) : null
        await removeFromOthers(vault, { id, accountId }, call)
        await register({ id, accountId }, call)
        const after = await readRecord({ resource: mobileDevice, key }, call)
        await call.record({ resource: 'mobile_device', id: key.join('/'), accountId, before, after })
        return undefined
      },
    },
    {
      ...common,
      id: 'delete_mobile_device',
      method: 'DELETE',
      summary: 'Unregister a device from push.',
      async handle(call) {
        const accountId = call.caller.actsFor ?? reject('not_found')
        await deleteRow({ resource: mobileDevice, key: [accountId, parseDeviceId(call)] }, call)
        return undefined
      },
    },
  ]
}

/**
 * Deletes the device from other accounts, because its user has changed. It is the same device if it has the same
 * subscription secret.
 */
async function removeFromOthers(vault: Vault, { id, accountId }: Device, call: Call): Promise<void> {
  const others = await call.db.query(sql<Keys & { account_id: number }>`select account_id, endpoint, p256dh, auth
from mobile_device where id = ${id} and account_id <> ${accountId} order by account_id for update`)
  const given = call.body as Registration
  for (const { account_id, ...sealed } of others) {
    if (
      !sealedFields.every((field) =>
        isEqual(openSealed(vault, sealed[field], buildSealContext(id, field)), given[field]),
      )
    )
      continue
    await call.db.query(sql`delete from mobile_device where id = ${id} and account_id = ${account_id}`)
    await call.record({
      resource: 'mobile_device',
      id: `${account_id}/${id}`,
      accountId: account_id,
      before: { id },
      after: null,
    })
  }
}

async function register({ id, accountId }: Device, call: Call): Promise<void> {
  const { db, now, caller } = call
  const [counted] = await db.query(
    sql<{
      others: number
    }>`select count(*) as others from mobile_device where account_id = ${accountId} and id <> ${id}`,
  )
  if (Number(counted?.others) >= maxDevices) reject('too_many_objects', undefined, { limit: maxDevices })
  const { name: deviceName = null, platform: kind = null, language_id: language, ...keys } = call.body as Registration
  const sealField = (field: SealedField) => call.seal(keys[field], buildSealContext(id, field))
  await db.query(sql`insert into mobile_device (id, account_id, name, platform, endpoint, p256dh, auth, language_id, created_at, updated_at)
values (${id}, ${accountId}, coalesce(${deviceName}, ''), coalesce(${kind}, 'web_push'), ${sealField('endpoint')}, ${sealField('p256dh')},
  ${sealField('auth')}, ${language ?? caller.language}, ${now}, ${now})
on conflict (account_id, id) do update set name = coalesce(${deviceName}, mobile_device.name), platform = excluded.platform,
  endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, language_id = excluded.language_id,
  updated_at = excluded.updated_at`)
}

/** Opens a sealed value; undefined, which equals no value, if its key is lost. */
function openSealed(vault: Vault, sealed: string, sealContext: readonly string[]): string | undefined {
  try {
    return vault.open(sealed, sealContext)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

const buildSealContext = (id: string, field: SealedField) => ['mobile_device', id, field]

/** Reads the device id, which is also used as the address of a contact. */
function parseDeviceId({ params }: Call): string {
  const id = params['_id'] ?? ''
  return /^[A-Za-z0-9][A-Za-z0-9:._~-]{0,511}$/.test(id) ? id : reject('not_found')
}

function isEqual(one: string | undefined, other: string): boolean {
  const [first, second] = [Buffer.from(one ?? ''), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
