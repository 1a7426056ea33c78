import { sql } from 'kysely'
import type { Plan } from './oracle.ts'
import type { Rig } from './rig.ts'
import { type ExpectedReport, plannedSchedules } from './schedules.ts'

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
    schedule: plannedSchedules.findIndex(
      ({ kind }, index) => ids[index] === (kind === 'group' ? group_id : template_id),
    ),
  }))
}

/** Reports in `all` may exist; those of them in `wanted` must exist. */
export function compare(
  stored: readonly StoredReport[],
  all: readonly ExpectedReport[],
  wanted: readonly ExpectedReport[],
): Comparison {
  const byKey = Map.groupBy(stored, getKey)
  const expectedKeys = new Set(all.map(getKey))
  const missed = wanted.flatMap((each) => {
    const found = byKey.get(getKey(each)) ?? []
    if (found.length === 0) return [`${describeReport(each)}: no report`]
    const done = found.filter(({ status }) => status === 'completed')
    if (done.length === 0) return [`${describeReport(each)}: ${found[0]?.status} ${found[0]?.failure_reason ?? ''}`]
    return done.some(({ mails }) => mails > 0) ? [] : [`${describeReport(each)}: no e-mail`]
  })
  const doubled = [...byKey].flatMap(([key, [first, ...more]]) => [
    ...(first && !expectedKeys.has(key) ? [`${describeReport(first)}: without a request`] : []),
    ...more.map((each) => `${describeReport(each)}: another report`),
    ...(first && first.mails > 1 ? [`${describeReport(first)}: ${first.mails} e-mails`] : []),
  ])
  return { missed, doubled }
}

export const getKey = ({ schedule, plan, start, end }: ExpectedReport): string => `${schedule} ${plan} ${start} ${end}`

const describeReport = ({ schedule, plan, start, end }: ExpectedReport): string =>
  `${plannedSchedules[schedule]?.kind} ${plannedSchedules[schedule]?.zone} ${plan} ${new Date(start).toISOString()} to ${new Date(end).toISOString()}`
