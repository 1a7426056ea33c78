import { dayMs } from '@wachta/domain'
import { addJobs, makeDeliverJobs } from '@wachta/queue'
import { type Call, reject } from '@wachta/resource'
import { sql } from 'kysely'

/** The limit of test messages and codes: per phone number over all accounts, per other address within one account. */
const perAddress = { limit: 3, windowMs: 600_000 }
const phoneChannels = ['sms', 'telephone']
/** The limits of one account per day. */
const perAccount = { test: { limit: 100, windowMs: dayMs }, code: { limit: 30, windowMs: dayMs } } as const

/** A test message or verification code that a user requests for an address; it belongs to no alert. */
export interface DirectMessage {
  readonly kind: 'test' | 'code'
  readonly address_id: number
  readonly contact_id: number | null
  readonly service_id: number | null
  readonly channel_id: string
  readonly address: string
  readonly language_id: string
  /** The sealed code, for a message that carries one. */
  readonly content: string
}

/**
 * Queues all messages and returns their ids, or rejects the request if it exceeds a limit. The caller must have locked
 * the account, so that concurrent requests cannot exceed the limit together.
 */
export async function sendDirectMessages(
  accountId: number,
  messages: readonly DirectMessage[],
  call: Call,
): Promise<number[]> {
  const { db, now } = call
  const phones = messages.filter(({ channel_id }) => phoneChannels.includes(channel_id))
  const numbers = [...new Set(phones.map(({ address }) => stripPhoneNumber(address)))].sort()
  for (const number of numbers)
    await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`number ${number}`}, 0))`)
  const waitsMs = [await computeAccountWaitMs(accountId, messages, call)]
  for (const number of numbers) waitsMs.push(await computeNumberWaitMs(number, call))
  for (const message of messages)
    if (!phones.includes(message)) waitsMs.push(await computeOtherWaitMs(accountId, message, call))
  const seconds = Math.ceil(Math.max(...waitsMs) / 1000)
  if (seconds > 0) reject('too_many_messages', undefined, { seconds })
  const rows = await db.query(sql<{
    id: number
    channel_id: string
    address: string
  }>`insert into notification (account_id, style, kind, contact_id, address_id, service_id,
  channel_id, address, language_id, content, status, created_at, next_attempt_at, step)
select ${accountId}, case m.kind when 'test' then 't' else 'v' end::"char", m.kind, m.contact_id, m.address_id, m.service_id, m.channel_id,
  m.address, m.language_id, m.content, 'pending', ${now}, ${now}, m.kind || ':' || gen_random_uuid()
from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m (kind text, contact_id bigint, address_id bigint, service_id bigint,
  channel_id text, address text, language_id text, content text) returning id, channel_id, address`)
  await addJobs(db, makeDeliverJobs(rows))
  return rows.map(({ id }) => id)
}

/** Returns a phone number without spaces and `+`, so that different spellings of one number are equal. */
export const stripPhoneNumber = (address: string): string => address.replaceAll(/[ +]/g, '')

/** The number of requested messages, and how many may be sent within a time window. */
interface Demand {
  readonly requested: number
  readonly limit: number
  readonly windowMs: number
}

const computeNumberWaitMs = (number: string, call: Call): Promise<number> =>
  computeWaitMs(
    sql`translate(address, ' +', '') = ${number} and channel_id in ('sms', 'telephone') and kind in ('test', 'code')`,
    { ...perAddress, requested: 1 },
    call,
  )

/** Messages to other addresses than phone numbers wake up no strangers, so they are counted within the account only. */
const computeOtherWaitMs = (accountId: number, { channel_id, address }: DirectMessage, call: Call): Promise<number> =>
  computeWaitMs(
    sql`account_id = ${accountId} and style = 't' and channel_id = ${channel_id} and address = ${address}`,
    { ...perAddress, requested: 1 },
    call,
  )

function computeAccountWaitMs(accountId: number, messages: readonly DirectMessage[], call: Call): Promise<number> {
  const kind = messages[0]?.kind ?? 'test'
  const style = kind === 'test' ? 't' : 'v'
  const condition = sql`account_id = ${accountId} and style = ${style}::"char"`
  return computeWaitMs(condition, { ...perAccount[kind], requested: messages.length }, call)
}

/** Returns the milliseconds until the requested messages can be sent without exceeding the limit. */
async function computeWaitMs(
  condition: ReturnType<typeof sql>,
  { requested, limit, windowMs }: Demand,
  { db, now }: Call,
): Promise<number> {
  if (requested > limit) reject('too_many_objects', undefined, { limit })
  const since = new Date(now.getTime() - windowMs)
  // Once this earlier message has left the window, there is room for all requested ones.
  const [last] = await db.query(sql<{ at: Date }>`select created_at as at from notification
where ${condition} and created_at > ${since} order by created_at desc offset ${limit - requested} limit 1`)
  return last ? last.at.getTime() + windowMs - now.getTime() : 0
}
