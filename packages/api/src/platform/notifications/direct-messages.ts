import { addJobs, deliverJobs } from '@wachta/queue'
import { type Call, reject } from '@wachta/resource'
import { sql } from 'kysely'

const day = 86_400_000
/** Tests and codes to one number, whoever asks for them; to any other address, by one account. */
const perAddress = { most: 3, within: 600_000 }
const phoneChannels = ['sms', 'telephone']
/** What one account may ask for in a day. */
const perAccount = { test: { most: 100, within: day }, code: { most: 30, within: day } } as const

/** A test or a code: what somebody has sent to an address by hand. */
export interface MessageByHand {
  readonly kind: 'test' | 'code'
  readonly address_id: number
  readonly contact_id: number | null
  readonly service_id: number | null
  readonly channel_id: string
  readonly address: string
  readonly language_id: string
  /** Of a code: the code, sealed. */
  readonly content: string
}

/**
 * Has messages sent, all or none of them; tells their ids. Whoever calls it has the account of the owner locked, so that
 * no two of its messages are the last one.
 */
export async function sendByHand(accountId: number, messages: readonly MessageByHand[], call: Call): Promise<number[]> {
  const { db, now } = call
  const phones = messages.filter(({ channel_id }) => phoneChannels.includes(channel_id))
  const numbers = [...new Set(phones.map(({ address }) => phoneDigits(address)))].sort()
  for (const number of numbers)
    await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`number ${number}`}, 0))`)
  const waits = [await waitOfAccount(accountId, messages, call)]
  for (const number of numbers) waits.push(await waitOfNumber(number, call))
  for (const message of messages) if (!phones.includes(message)) waits.push(await waitOfOther(accountId, message, call))
  const seconds = Math.ceil(Math.max(...waits) / 1000)
  if (seconds > 0) reject('too_many_messages', undefined, { seconds })
  const rows = await db.query(sql<{
    id: number
    channel_id: string
  }>`insert into notification (account_id, style, kind, contact_id, address_id, service_id,
  channel_id, address, language_id, content, status, created_at, next_attempt_at, step)
select ${accountId}, case m.kind when 'test' then 't' else 'v' end::"char", m.kind, m.contact_id, m.address_id, m.service_id, m.channel_id,
  m.address, m.language_id, m.content, 'pending', ${now}, ${now}, m.kind || ':' || gen_random_uuid()
from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as m (kind text, contact_id bigint, address_id bigint, service_id bigint,
  channel_id text, address text, language_id text, content text) returning id, channel_id`)
  await addJobs(db, deliverJobs(rows))
  return rows.map(({ id }) => id)
}

/** The same number is written in more than one way. */
export const phoneDigits = (address: string): string => address.replaceAll(/[ +]/g, '')

/** How many more messages are asked for, and how many may be sent within so many milliseconds. */
interface Demand {
  readonly asked: number
  readonly most: number
  readonly within: number
}

const waitOfNumber = (number: string, call: Call): Promise<number> =>
  waitFor(
    sql`translate(address, ' +', '') = ${number} and channel_id in ('sms', 'telephone') and kind in ('test', 'code')`,
    { ...perAddress, asked: 1 },
    call,
  )

/** What is no number wakes nobody up, and is counted within the account alone. */
const waitOfOther = (accountId: number, { channel_id, address }: MessageByHand, call: Call): Promise<number> =>
  waitFor(
    sql`account_id = ${accountId} and style = 't' and channel_id = ${channel_id} and address = ${address}`,
    { ...perAddress, asked: 1 },
    call,
  )

function waitOfAccount(accountId: number, messages: readonly MessageByHand[], call: Call): Promise<number> {
  const kind = messages[0]?.kind ?? 'test'
  const style = kind === 'test' ? 't' : 'v'
  const of = sql`account_id = ${accountId} and style = ${style}::"char"`
  return waitFor(of, { ...perAccount[kind], asked: messages.length }, call)
}

/** Milliseconds until so many more may be sent: until as many have become old. */
async function waitFor(
  of: ReturnType<typeof sql>,
  { asked, most, within }: Demand,
  { db, now }: Call,
): Promise<number> {
  if (asked > most) reject('too_many_objects', undefined, { limit: most })
  const since = new Date(now.getTime() - within)
  // The one that has to become old before there is room for all that are asked for.
  const [last] = await db.query(sql<{ at: Date }>`select created_at as at from notification
where ${of} and created_at > ${since} order by created_at desc offset ${most - asked} limit 1`)
  return last ? last.at.getTime() + within - now.getTime() : 0
}
