import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { channel } from '@wachta/channels'
import {
  type AnyResource,
  type Call,
  closed,
  lockRow,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  type Values,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { findNoLinkReason } from '../../platform/mail/recipient.ts'
import { sendDirectMessages } from '../../platform/notifications/direct-messages.ts'
import { loadAccountLimits } from '../packages/limits.ts'
import { queueConsentRequest } from './addresses.ts'
import { contactAddress } from './contact-address.ts'
import { notificationAddress } from './notification-address.ts'

/** The validity of a code, and the number of attempts to enter it. */
const codeLifetimeMs = 600_000
const maxTries = 5

const codeData = nameSchema(
  'verification_code_data',
  Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$', description: 'As it was sent to the address.' }) }, closed),
)

/** The operations that send a code to a phone number or a link to an e-mail address, and that verify a number. */
export const addressVerificationOperations = (): Operation[] =>
  [contactAddress, notificationAddress].flatMap(buildOperations)

function buildOperations(resource: AnyResource): Operation[] {
  const path = `${resource.serve?.path}/{_id}`
  const common = {
    method: 'POST',
    tag: resource.serve?.tag ?? '',
    access: 'customer',
    on: { resource: resource.name, flag: 'update' },
    status: 204,
  } as const
  return [
    {
      ...common,
      id: `send_${resource.name}_verification_code`,
      path: `${path}/send_verification_code`,
      summary: `Send a code of six digits to the number of a ${resource.title}, or a link to its e-mail address.`,
      description:
        'A code is valid for ten minutes. A link is sent automatically when an e-mail address is added, and is valid for 48 hours.',
      async handle(call) {
        const id = Number(parseKey(resource, call))
        await sendCodeOrLink(await lockRow({ resource, key: id }, 'update', call), resource, call)
        return undefined
      },
    },
    {
      ...common,
      id: `verify_${resource.name}`,
      path: `${path}/verify`,
      summary: `Verify the number of a ${resource.title} with the code that was sent to it.`,
      body: codeData,
      // `slow`, because a wrong attempt must stay counted although the call is rejected; `secret`, so that an
      // idempotency key cannot replay an answer.
      slow: true,
      secret: true,
      async handle(call) {
        const id = Number(parseKey(resource, call))
        let isRight = false
        await call.transaction(async (tx) => {
          isRight = await tryCode(await lockRow({ resource, key: id }, 'update', tx), resource, tx)
          return undefined
        })
        return isRight ? undefined : reject('wrong_verification_code', 'data.code')
      },
    },
  ]
}

/** Reads the address of a contact address or notification address; rejects an address that is already verified. */
function readDestination(record: Values) {
  if (record['is_verified'] === true) reject('verification_not_needed')
  return {
    id: Number(record['id']),
    accountId: Number(record['owner_id']),
    contactId: record['contact_id'] === undefined ? null : Number(record['contact_id']),
    channelId: String(record['channel_id'] ?? record['notification_channel_id']),
    address: String(record['address']),
  }
}

async function sendCodeOrLink(record: Values, resource: AnyResource, call: Call): Promise<void> {
  const { id, accountId, contactId, channelId, address } = readDestination(record)
  if (channel(channelId)?.isEmailAddress) return sendLink({ id, accountId, channelId, address }, resource, call)
  const { available_notification_channel_ids: offered } = await loadAccountLimits(accountId, call)
  if (!offered.includes(channelId)) reject('channel_not_in_package', undefined, { what: channelId })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await call.db.query(sql`insert into verified_address (account_id, channel_id, address, code_hash, code_expires_at)
values (${accountId}, ${channelId}, ${address}, ${computeHash(accountId, channelId, address, code)}, ${new Date(call.now.getTime() + codeLifetimeMs)})
on conflict (account_id, channel_id, address) do update set code_hash = excluded.code_hash,
  code_expires_at = excluded.code_expires_at, tries = 0`)
  const [recipient] = await call.db.query(
    sql<{ language_id: string }>`select coalesce((select c.language_id from contact c where c.id = ${contactId}),
  (select a.language_id from account a where a.id = ${accountId})) as language_id`,
  )
  const message = {
    kind: 'code' as const,
    address_id: id,
    contact_id: contactId,
    service_id: null,
    channel_id: channelId,
    address,
    language_id: recipient?.language_id ?? 'en',
    content: call.seal(code, ['verification_code', channelId, address]),
  }
  await sendDirectMessages(accountId, [message], call)
  await call.record({ resource: resource.name, id, accountId, before: null, after: { verification: 'code sent' } })
}

/** Sends a link to an e-mail address instead of a code, because its reader is often not the user who added it. */
async function sendLink(
  { id, accountId, channelId, address }: Omit<ReturnType<typeof readDestination>, 'contactId'>,
  resource: AnyResource,
  call: Call,
): Promise<void> {
  const reason = await findNoLinkReason(call.db, { accountId, to: address }, call.now)
  if (reason?.startsWith('too_many')) reject('too_many_messages', undefined, { seconds: 3600 })
  await queueConsentRequest({ channelId, address }, accountId, call)
  await call.record({ resource: resource.name, id, accountId, before: null, after: { verification: 'link sent' } })
}

/** Counts the attempt, and marks the address as verified if the code is right. */
async function tryCode(record: Values, resource: AnyResource, call: Call): Promise<boolean> {
  const { id, accountId, channelId, address } = readDestination(record)
  const { code } = call.body as { code: string }
  const isSameAddress = sql`account_id = ${accountId} and channel_id = ${channelId} and address = ${address}`
  const [pending] = await call.db.query(sql<{ code_hash: Buffer }>`update verified_address set tries = tries + 1
where ${isSameAddress} and code_hash is not null and code_expires_at > ${call.now} and tries < ${maxTries} returning code_hash`)
  const givenHash = computeHash(accountId, channelId, address, code)
  if (!pending || !timingSafeEqual(pending.code_hash, givenHash)) return false
  await call.db.query(
    sql`update verified_address set verified_at = ${call.now}, code_hash = null, code_expires_at = null where ${isSameAddress}`,
  )
  await call.record({
    resource: resource.name,
    id,
    accountId,
    before: { is_verified: false },
    after: { is_verified: true },
  })
  return true
}

/** Hashes a code together with the account and address that it is valid for. */
const computeHash = (...parts: readonly (string | number)[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()
