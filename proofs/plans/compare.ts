import { sql } from 'kysely'
import type { Plan } from './oracle.ts'
import type { Rig } from './rig.ts'
import { cast, type ExpectedReport } from './schedules.ts'

export interface StoredReport extends ExpectedReport {
  readonly status: string
  readonly failure_reason: string | null
  /** E-mails that were queued for its only recipient. */
  readonly mails: number
}

export interface Comparison {
  readonly missed: readonly string[]
  readonly doubled: readonly string[]
}

/** Reads the reports of all schedules. */
export async function loadStored({ owner, ids }: Rig): Promise<StoredReport[]> {
  const rows = await owner.query(sql<
    StoredReport & { template_id: number | null; group_id: number | null; plan: Plan }
  >`select
  r.template_id, r.group_id, r.reporting_plan_id as plan, r.status, r.failure_reason,
  (extract(epoch from r.start_time) * 1000)::float8 as start, (extract(epoch from r.end_time) * 1000)::float8 as "end",
  (select count(*)::int from graphile_worker._private_jobs j where j.payload ->> 'kind' = 'report' and (j.payload ->> 'report')::bigint = r.id) as mails
from report r where r.reporting_plan_id is not null order by r.id`)
  return rows.map(({ template_id, group_id, ...row }) => ({
    ...row,
    schedule: cast.findIndex(({ kind }, index) => ids[index] === (kind === 'group' ? group_id : template_id)),
  }))
}

/** `all` is what may exist; `wanted` is the part of it that must exist. */
export function compare(
  stored: readonly StoredReport[],
  all: readonly ExpectedReport[],
  wanted: readonly ExpectedReport[],
): Comparison {
  const byKey = Map.groupBy(stored, keyOf)
  const known = new Set(all.map(keyOf))
  const missed = wanted.flatMap((each) => {
    const found = byKey.get(keyOf(each)) ?? []
    if (found.length === 0) return [`${describe(each)}: no report`]
    const done = found.filter(({ status }) => status === 'completed')
    if (done.length === 0) return [`${describe(each)}: ${found[0]?.status} ${found[0]?.failure_reason ?? ''}`]
    return done.some(({ mails }) => mails > 0) ? [] : [`${describe(each)}: no e-mail`]
  })
  const doubled = [...byKey].flatMap(([key, [first, ...more]]) => [
    ...(first && !known.has(key) ? [`${describe(first)}: without a request`] : []),
    ...more.map((each) => `${describe(each)}: another report`),
    ...(first && first.mails > 1 ? [`${describe(first)}: ${first.mails} e-mails`] : []),
  ])
  return { missed, doubled }
}

export const keyOf = ({ schedule, plan, start, end }: ExpectedReport): string => `${schedule} ${plan} ${start} ${end}`

const describe = ({ schedule, plan, start, end }: ExpectedReport): string =>
  `${cast[schedule]?.kind} ${cast[schedule]?.zone} ${plan} ${new Date(start).toISOString()} to ${new Date(end).toISOString()}`
