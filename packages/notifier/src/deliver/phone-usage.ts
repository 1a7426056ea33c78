import type { Transaction } from '@wachta/database'
import { type CapReason, takeShares } from '@wachta/domain'
import { sql } from 'kysely'
import type { RenderedMessage } from './rendered-message.ts'
import { type PhoneTariff, toUnitRequest, type UnitRequest } from './unit-request.ts'

/** The result of reserving units. */
export interface ReservedUnits {
  readonly rejected: ReadonlyMap<number, CapReason>
  /** Messages that another process has sent or suppressed meanwhile. */
  readonly settled: ReadonlySet<number>
}

/**
 * Reserves units before messages are sent. The counters are locked until the commit, always in the same order, so that
 * two processes never hand out the same units and never deadlock.
 */
export async function reserveUnits(tx: Transaction, requests: readonly UnitRequest[]): Promise<ReservedUnits> {
  const rejected = new Map<number, CapReason>()
  const ids = requests.map(({ id }) => id)
  const waiting = await tx.query(sql<{ id: number; units: number }>`select id, units from notification
where id = any(${ids}::bigint[]) and status = 'pending' order by id for update`)
  const unitsById = new Map(waiting.map(({ id, units }) => [id, units]))
  const unreserved = requests.filter(({ id }) => unitsById.get(id) === 0)
  const usage = await lockUsage(tx, unreserved)
  const reserved: { id: number; units: number }[] = []
  for (const { id, units, shares, created_at } of unreserved) {
    const reason = takeShares(getUsageOn(usage, created_at), shares)
    if (reason) rejected.set(id, reason)
    else reserved.push({ id, units })
  }
  await writeUsage(tx, usage)
  await tx.query(sql`update notification n set units = p.units
from jsonb_to_recordset(${JSON.stringify(reserved)}::jsonb) as p (id bigint, units integer) where n.id = p.id`)
  return { rejected, settled: new Set(ids.filter((id) => !unitsById.has(id))) }
}

/** Gives back the units of messages that no provider accepted. */
export async function returnUnits(
  tx: Transaction,
  renderedMessages: readonly RenderedMessage[],
  tariff: PhoneTariff,
): Promise<void> {
  const ids = renderedMessages.filter(({ channel }) => channel.isPhoneNumber).map(({ pending }) => pending.id)
  if (ids.length === 0) return
  const released = await tx.query(sql<{ id: number; units: number }>`with reserved as (
  select id, units from notification where id = any(${ids}::bigint[]) and units > 0 order by id for update)
update notification n set units = 0 from reserved p where n.id = p.id returning n.id, p.units`)
  const units = new Map(released.map((row) => [row.id, row.units]))
  const requests = renderedMessages.flatMap((rendered) =>
    units.has(rendered.pending.id) ? toUnitRequest(rendered, tariff) : [],
  )
  if (requests.length === 0) return
  const usage = await lockUsage(tx, requests)
  for (const { shares, created_at } of requests) {
    const dayUsage = getUsageOn(usage, created_at)
    for (const share of shares) dayUsage.set(share.scope, Math.max(0, (dayUsage.get(share.scope) ?? 0) - share.units))
  }
  await writeUsage(tx, usage)
}

/** By day, then by scope. */
type UsageByDay = Map<string, Map<string, number>>

const toDay = (at: Date): string => at.toISOString().slice(0, 10)

function getUsageOn(usage: UsageByDay, at: Date): Map<string, number> {
  const day = toDay(at)
  const dayUsage = usage.get(day) ?? new Map<string, number>()
  usage.set(day, dayUsage)
  return dayUsage
}

async function lockUsage(tx: Transaction, requests: readonly UnitRequest[]): Promise<UsageByDay> {
  const wanted = requests.flatMap(({ created_at, shares }) =>
    shares.map(({ scope }) => ({ day: toDay(created_at), scope })),
  )
  const rows = await tx.query(sql<{
    day: string
    scope: string
    units: number
  }>`insert into phone_usage as u (day, scope, units)
select distinct w.day, w.scope, 0 from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (day date, scope text) order by 1, 2
on conflict (day, scope) do update set units = u.units returning u.day::text as day, u.scope, u.units`)
  const usage: UsageByDay = new Map()
  for (const { day, scope, units } of rows) getUsageOn(usage, new Date(day)).set(scope, units)
  return usage
}

async function writeUsage(tx: Transaction, usage: UsageByDay): Promise<void> {
  const rows = [...usage].flatMap(([day, scopes]) => [...scopes].map(([scope, units]) => ({ day, scope, units })))
  await tx.query(sql`update phone_usage u set units = w.units
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (day date, scope text, units integer)
where u.day = w.day and u.scope = w.scope`)
}
