import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Configuration, Revision } from './configuration.ts'
import type { StoredAnalysis } from './stored.ts'

interface StoredStatus {
  readonly service_id: number
  readonly status: string
  readonly start: number
  readonly end: number | null
}

/** Returns the statuses that do not follow from configuration and analyses; each line is about one service. */
export async function findWrongStatuses(
  db: Database,
  configuration: Configuration,
  stored: readonly StoredAnalysis[],
): Promise<string[]> {
  const rows = await db.query(sql<StoredStatus>`select service_id, status,
  (extract(epoch from start_time) * 1000)::int8 as start, (extract(epoch from end_time) * 1000)::int8 as "end"
from status_change order by service_id, start_time`)
  const storedByService = Map.groupBy(rows, ({ service_id }) => service_id)
  const analyses = Map.groupBy(stored, ({ service_id }) => service_id)
  const wrong: string[] = []
  for (const [service_id, revisions] of configuration) {
    if (revisions.some(({ isGone }) => isGone)) continue
    const serviceStatuses = storedByService.get(service_id) ?? []
    const expected = deriveStatuses(analyses.get(service_id) ?? [], revisions)
    const lines = serviceStatuses.map(({ status, start }) => `${status} from ${start}`)
    if (lines.join() !== expected.join())
      wrong.push(`${service_id} is stored as ${lines.join(', ')}, its analyses say ${expected.join(', ')}`)
    if (serviceStatuses.some(({ end }, index) => end !== (serviceStatuses[index + 1]?.start ?? null)))
      wrong.push(`${service_id} has statuses that do not follow one another`)
  }
  return wrong
}

interface StatusEvent {
  readonly at: number
  readonly status: 'ok' | 'failure' | 'unknown' | 'paused'
  readonly isPause?: boolean
}

/**
 * Returns the expected statuses in their order: analyses set ok and failure, unknown ones change nothing, and pauses
 * come from the configuration.
 */
function deriveStatuses(analyses: readonly StoredAnalysis[], revisions: readonly Revision[]): string[] {
  const outcomes = analyses.map(({ slot, verdict }): StatusEvent => ({ at: slot, status: verdict.outcome }))
  // At the same time, the pause comes first: it decides whether there is a slot.
  const events = [...listPauses(analyses, revisions), ...outcomes].sort((one, other) => one.at - other.at)
  const statuses: { at: number; status: string }[] = []
  let status = 'unknown'
  for (const each of events) {
    if (!each.isPause && (each.status === 'unknown' || each.status === status)) continue
    status = each.status
    statuses.push(each)
  }
  const effective = statuses.filter(({ at }, index) => statuses[index + 1]?.at !== at)
  return effective.map((each) => `${each.status} from ${each.at}`)
}

/**
 * Returns when monitoring pauses and resumes. Slots that were closed before the pause was known remain, and the pause
 * follows them.
 */
function listPauses(analyses: readonly StoredAnalysis[], revisions: readonly Revision[]): StatusEvent[] {
  const pauses: StatusEvent[] = []
  let [isActive, last] = [true, Number.NEGATIVE_INFINITY]
  for (const { from, is_active, revision } of revisions) {
    if (is_active === isActive) continue
    const closed = analyses.filter((analysis) => analysis.slot >= from && analysis.revision < revision)
    const at = Math.max(from, last + 1, ...closed.map(({ slot }) => slot + 1))
    pauses.push({ at, status: is_active ? 'unknown' : 'paused', isPause: true })
    isActive = is_active
    last = at
  }
  return pauses
}
