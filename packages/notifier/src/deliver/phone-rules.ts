import type { Database, Queryable } from '@wachta/database'
import {
  type CapReason,
  defaultPhoneLimits,
  isCostly,
  listSpellings,
  type PhoneNumber,
  parsePhoneNumber,
  trialLimit,
} from '@wachta/domain'
import { sql } from 'kysely'
import { reserveUnits } from './phone-usage.ts'
import type { RenderedMessage } from './rendered-message.ts'
import { type PhoneTariff, toUnitRequest, type UnitRequest } from './unit-request.ts'

export interface PhoneRules extends PhoneTariff {
  /** Prefixes of numbers that may be notified, without the plus; empty for all except expensive ones. */
  readonly allowedPrefixes: readonly string[]
  /** Whether a number must be verified before it gets anything but its verification code. */
  readonly mustBeVerified: boolean
}

export const defaultPhoneRules: PhoneRules = {
  limits: defaultPhoneLimits,
  homeCountry: '48',
  allowedPrefixes: [],
  mustBeVerified: true,
}

/** Why a message to a phone number is not sent. */
export type PhoneReason = CapReason | 'address_not_verified'

/** The messages that must not be sent, and those that another process has settled meanwhile. */
export interface PhoneRuling {
  readonly rejected: ReadonlyMap<number, PhoneReason>
  readonly settled: ReadonlySet<number>
}

/** Applies the rules for phone numbers, and reserves units for the messages that may be sent. */
export async function applyPhoneRules(
  database: Queryable & Pick<Database, 'transaction'>,
  renderedMessages: readonly RenderedMessage[],
  rules: PhoneRules,
): Promise<PhoneRuling> {
  const requests = renderedMessages
    .filter(({ channel }) => channel.isPhoneNumber)
    .map((rendered) => toUnitRequest(rendered, rules))
  if (requests.length === 0) return { rejected: new Map(), settled: new Set() }
  const excessTrials = await findExcessTrials(database, requests, rules)
  const rejected = new Map<number, PhoneReason>()
  for (const request of requests) {
    const reason = findSuppression(request, rules) ?? (excessTrials.has(request.id) ? 'cap_number' : undefined)
    if (reason) rejected.set(request.id, reason)
  }
  const unreserved = requests.filter(({ id, isReserved }) => !isReserved && !rejected.has(id))
  if (unreserved.length === 0) return { rejected, settled: new Set() }
  const reservation = await database.transaction((tx) => reserveUnits(tx, unreserved))
  return { rejected: new Map([...rejected, ...reservation.rejected]), settled: reservation.settled }
}

/** Replaces the number by its international form, which gateways accept. */
export function setDialNumber(rendered: RenderedMessage, { homeCountry }: PhoneRules): RenderedMessage {
  const number = rendered.channel.isPhoneNumber ? parsePhoneNumber(rendered.message.address, homeCountry) : undefined
  return number ? { ...rendered, message: { ...rendered.message, address: `+${number.digits}` } } : rendered
}

function findSuppression({ kind, number, isVerified }: UnitRequest, rules: PhoneRules): PhoneReason | undefined {
  if (!number || !isAllowed(number, rules.allowedPrefixes)) return 'cap_country'
  return rules.mustBeVerified && kind !== 'code' && !isVerified ? 'address_not_verified' : undefined
}

const isAllowed = (number: PhoneNumber, prefixes: readonly string[]): boolean =>
  prefixes.length === 0 ? !isCostly(number) : prefixes.some((prefix) => number.digits.startsWith(prefix))

/** Finds tests and codes that exceed the limit for their number, however it is written. */
async function findExcessTrials(
  db: Queryable,
  requests: readonly UnitRequest[],
  { homeCountry }: PhoneRules,
): Promise<Set<number>> {
  const trials = requests.flatMap(({ id, kind, created_at, number }) =>
    number && (kind === 'test' || kind === 'code')
      ? { id, created_at, spellings: listSpellings(number, homeCountry) }
      : [],
  )
  if (trials.length === 0) return new Set()
  const found = await db.query(sql<{ id: number }>`select t.id
from jsonb_to_recordset(${JSON.stringify(trials)}::jsonb) as t (id bigint, created_at timestamptz, spellings text[])
where (select count(*) from notification n where translate(n.address, ' +', '') = any(t.spellings)
  and n.channel_id in ('sms', 'telephone') and n.kind in ('test', 'code') and n.status <> 'suppressed'
  and n.created_at > t.created_at - make_interval(secs => ${trialLimit.withinMs / 1_000})
  and (n.created_at, n.id) < (t.created_at, t.id)) >= ${trialLimit.messages}`)
  return new Set(found.map(({ id }) => id))
}
