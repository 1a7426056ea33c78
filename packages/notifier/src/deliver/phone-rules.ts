import type { Database, Queryable } from '@wachta/database'
import {
  type CapReason,
  isCostly,
  type PhoneNumber,
  readPhoneNumber,
  spellingsOf,
  trialLimit,
  usualPhoneLimits,
} from '@wachta/domain'
import { sql } from 'kysely'
import { callOf, type PhoneCall, type PhoneTariff } from './phone-call.ts'
import { setAside } from './phone-usage.ts'
import type { RenderedMessage } from './rendered-message.ts'

export interface PhoneRules extends PhoneTariff {
  /** Beginnings of numbers that may be told, without the plus; empty for all but the costly ones. */
  readonly allowedPrefixes: readonly string[]
  /** Whether a number has to be proved before it is told anything but the code that proves it. */
  readonly mustBeVerified: boolean
}

export const usualPhoneRules: PhoneRules = {
  limits: usualPhoneLimits,
  homeCountry: '48',
  allowedPrefixes: [],
  mustBeVerified: true,
}

/** Why a message to a number is not sent. */
export type PhoneReason = CapReason | 'address_not_verified'

/** Which of the letters are not to be sent to their numbers. */
export interface PhoneRuling {
  readonly refused: ReadonlyMap<number, PhoneReason>
  readonly settled: ReadonlySet<number>
}

/** Holds letters against the rules; what those cost that may go is set aside for them. */
export async function applyPhoneRules(
  database: Queryable & Pick<Database, 'transaction'>,
  renderedMessages: readonly RenderedMessage[],
  rules: PhoneRules,
): Promise<PhoneRuling> {
  const calls = renderedMessages
    .filter(({ channel }) => channel.isPhoneNumber)
    .map((rendered) => callOf(rendered, rules))
  if (calls.length === 0) return { refused: new Map(), settled: new Set() }
  const tooMany = await trialsTooMany(database, calls, rules)
  const refused = new Map<number, PhoneReason>()
  for (const call of calls) {
    const reason = refusalOf(call, rules) ?? (tooMany.has(call.id) ? 'cap_number' : undefined)
    if (reason) refused.set(call.id, reason)
  }
  const unpaid = calls.filter(({ id, isPaid }) => !isPaid && !refused.has(id))
  if (unpaid.length === 0) return { refused, settled: new Set() }
  const asked = await database.transaction((tx) => setAside(tx, unpaid))
  return { refused: new Map([...refused, ...asked.refused]), settled: asked.settled }
}

/** The number as gateways take it. */
export function dialled(rendered: RenderedMessage, { homeCountry }: PhoneRules): RenderedMessage {
  const number = rendered.channel.isPhoneNumber ? readPhoneNumber(rendered.message.address, homeCountry) : undefined
  return number ? { ...rendered, message: { ...rendered.message, address: `+${number.digits}` } } : rendered
}

function refusalOf({ kind, number, isVerified }: PhoneCall, rules: PhoneRules): PhoneReason | undefined {
  if (!number || !isAllowed(number, rules.allowedPrefixes)) return 'cap_country'
  return rules.mustBeVerified && kind !== 'code' && !isVerified ? 'address_not_verified' : undefined
}

const isAllowed = (number: PhoneNumber, prefixes: readonly string[]): boolean =>
  prefixes.length === 0 ? !isCostly(number) : prefixes.some((prefix) => number.digits.startsWith(prefix))

/** Tests and codes that come after as many others to the same number, however it is written. */
async function trialsTooMany(
  db: Queryable,
  calls: readonly PhoneCall[],
  { homeCountry }: PhoneRules,
): Promise<Set<number>> {
  const trials = calls.flatMap(({ id, kind, created_at, number }) =>
    number && (kind === 'test' || kind === 'code')
      ? { id, created_at, spellings: spellingsOf(number, homeCountry) }
      : [],
  )
  if (trials.length === 0) return new Set()
  const found = await db.query(sql<{ id: number }>`select t.id
from jsonb_to_recordset(${JSON.stringify(trials)}::jsonb) as t (id bigint, created_at timestamptz, spellings text[])
where (select count(*) from notification n where translate(n.address, ' +', '') = any(t.spellings)
  and n.channel_id in ('sms', 'telephone') and n.kind in ('test', 'code') and n.status <> 'suppressed'
  and n.created_at > t.created_at - make_interval(secs => ${trialLimit.within_ms / 1_000})
  and (n.created_at, n.id) < (t.created_at, t.id)) >= ${trialLimit.messages}`)
  return new Set(found.map(({ id }) => id))
}
