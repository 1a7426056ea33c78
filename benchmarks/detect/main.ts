import { parseArgs } from 'node:util'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { readAnalyses } from '../../proofs/faults/stored.ts'
import { compare, type Detection, type StoredIncident, type Verdict } from './oracle.ts'
import { openRig, type Rig, until } from './rig.ts'
import { intervalMs, sensor_ids } from './scene.ts'

/** The time to start all processes before the first slot. */
const startMs = 20_000
/** The longest time from a slot to its analysis: spread, timeout of the check, transport, and a commit. */
const closeMs = 30_000
const maxExamples = 5
const aims = { p50Seconds: 1, contradicted: 0 }

/**
 * npm run bench -- detect [--services 2000] [--minutes 5]: measures the time from the answer that decides a failure to
 * the mail. Returns false if a closed slot contradicts its incident, a failure was missed, or no slot was tempting;
 * with --break it must be false.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      services: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '5' },
      // On purpose: the analyst decides with the first failing answer.
      break: { type: 'boolean', default: false },
    },
  })
  const [services, minutes] = [Number(values.services), Number(values.minutes)]
  const from = Math.ceil((Date.now() + startMs) / intervalMs) * intervalMs
  console.log(
    `${services} services × ${sensor_ids.length} sensors every ${intervalMs / 1000} s, for ${minutes} minutes`,
  )
  await using rig = await openRig({ services, from }, { isHasty: values.break })
  // In the first interval every service is checked once, and all are up.
  const measuredFrom = from + intervalMs
  await until(measuredFrom + minutes * intervalMs + closeMs)
  const to = Date.now() - closeMs
  const verdict = compare({
    from: measuredFrom,
    answers: rig.answers,
    analyses: (await readAnalyses(rig.db)).filter(({ slot }) => slot < to),
    incidents: (await readIncidents(rig)).filter(({ start }) => start < to),
  })
  return report(verdict)
}

interface IncidentRow extends Omit<StoredIncident, 'accepted'> {
  readonly notifications: readonly number[]
}

async function readIncidents({ db, accepted }: Rig): Promise<StoredIncident[]> {
  const rows = await readIncidentRows(db)
  return rows.map(({ notifications, ...incident }) => {
    const times = notifications.flatMap((id) => accepted.get(id) ?? [])
    return { ...incident, accepted: times.length === 0 ? null : Math.min(...times) }
  })
}

const readIncidentRows = (db: Database): Promise<IncidentRow[]> =>
  db.query(sql<IncidentRow>`select o.service_id, ${epochMs('o.start_time')} as start, ${epochMs('o.end_time')} as "end", ${epochMs('o.decided_at')} as decided,
  n.planned, n.notifications
from occurrence o cross join lateral (select ${epochMs('min(created_at)')} as planned, coalesce(array_agg(id), '{}') as notifications
  from notification where occurrence_id = o.id and kind = 'start') n
where o.event_id = 1 order by o.id`)

const epochMs = (expression: string) => sql`(extract(epoch from ${sql.raw(expression)}) * 1000)::float8`

function report({ detections, contradicted, wrong, tempting, unknown }: Verdict): boolean {
  for (const [what, lines] of Object.entries({ contradicted, wrong })) {
    for (const line of lines.slice(0, maxExamples)) console.error(`${what}: ${line}`)
    if (lines.length > maxExamples) console.error(`${what}: ${lines.length} in all`)
  }
  console.log(
    `${detections.length} failures detected; ${tempting} tempting slots, which were no failures; ${unknown} checks unknown`,
  )
  printRow('from the deciding answer to the decision', detections, ({ answered, decided }) => decided - answered)
  printRow('from the decision to the notification', detections, ({ decided, planned }) => planned - decided)
  printRow('from the notification to the accepted mail', detections, ({ planned, accepted }) => accepted - planned)
  const early = detections.filter(({ decided, lastAnswered }) => decided < lastAnswered)
  console.log(`${early.length} decided before the last answer of their slot`)
  printRow('from an early decision to the last answer', early, ({ decided, lastAnswered }) => lastAnswered - decided)
  const figures = quantiles(detections, ({ answered, accepted }) => accepted - answered)
  const isReached = figures.p50 <= 1_000 * aims.p50Seconds && contradicted.length <= aims.contradicted
  console.log(`aims ${isReached ? 'reached' : 'not reached'}`)
  console.log(
    `detect: p50 ${seconds(figures.p50)} s, p99 ${seconds(figures.p99)} s, ${contradicted.length} contradicted`,
  )
  return detections.length > 0 && tempting > 0 && contradicted.length === 0 && wrong.length === 0
}

function printRow(what: string, detections: readonly Detection[], measure: (one: Detection) => number): void {
  const { p50, p99 } = quantiles(detections, measure)
  console.log(`${what.padEnd(46)} p50 ${seconds(p50)} s, p99 ${seconds(p99)} s`)
}

function quantiles(detections: readonly Detection[], measure: (one: Detection) => number) {
  const times = detections.map(measure).sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2)
