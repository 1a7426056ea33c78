import type { Database } from '@wachta/database'
import {
  type Configuration,
  findRevision,
  groupRevisionsInForce,
  listSlots,
  type Revision,
  readRevisions,
} from './configuration.ts'
import { type JournalStep, readJournal } from './journal.ts'
import { contentOf, keyOf, type SlotRuns } from './ledger.ts'
import type { Period } from './period.ts'
import { findWrongStatuses } from './statuses.ts'
import { readAnalyses, type StoredAnalysis } from './stored.ts'

export interface Comparison {
  readonly executed: number
  readonly analyses: number
  /** Checks that were due but not run by a sensor, and how many of them were the first of their service. */
  readonly unrun: { readonly all: number; readonly first: number }
  /** Analyses that were amended because results came late. */
  readonly amended: number
  /** Each line describes one result or slot. */
  readonly missing: readonly string[]
  readonly extra: readonly string[]
  readonly duplicate: readonly string[]
  readonly falseUnknown: readonly string[]
  /** Statuses that do not follow from the analyses. */
  readonly wrong: readonly string[]
  readonly configuration: Configuration
  readonly journal: readonly JournalStep[]
}

interface ComparedLists {
  readonly missing: string[]
  readonly extra: string[]
  readonly duplicate: string[]
  readonly falseUnknown: string[]
}

/** A result that the broker had for this long could have been read before the slot was closed. */
const maxReadDelayMs = 8_000
/** The analyst knows of a pause after this time; slots that it closed before remain. */
const pauseNoticeMs = 5_000

/** Compares what sensors did with what is stored, and what is stored with the configuration. */
export async function compare(
  db: Database,
  slotRuns: ReadonlyMap<string, SlotRuns>,
  { end, outages }: { readonly end: number; readonly outages: readonly Period[] },
): Promise<Comparison> {
  const [revisions, stored, journal] = [await readRevisions(db), await readAnalyses(db), await readJournal(db)]
  const configuration = groupRevisionsInForce(revisions)
  const found: ComparedLists = { missing: [], extra: [], duplicate: [], falseUnknown: [] }
  compareGrid(stored, configuration, { end, found })
  compareResults(stored, slotRuns, { configuration, found })
  found.falseUnknown.push(...findClosedTooEarly(journal, slotRuns, outages))
  return {
    executed: [...slotRuns.values()].filter(({ durable }) => durable > 0).length,
    analyses: stored.length,
    amended: new Set(
      journal.flatMap(({ analyses }) =>
        analyses.flatMap(({ kind, service_id, slot }) => (kind === 'amended' ? `${service_id} ${slot}` : [])),
      ),
    ).size,
    unrun: countUnrunChecks(slotRuns, configuration, end),
    wrong: await findWrongStatuses(db, configuration, stored),
    configuration,
    journal,
    ...found,
  }
}

/** Checks that exactly the slots of every service are closed, once, with a result for every sensor. */
function compareGrid(
  stored: readonly StoredAnalysis[],
  configuration: Configuration,
  { end, found }: { readonly end: number; readonly found: ComparedLists },
): void {
  const remaining = new Map(stored.map((analysis) => [`${analysis.service_id} ${analysis.slot}`, analysis]))
  if (remaining.size < stored.length) found.duplicate.push(`${stored.length - remaining.size} slots are closed twice`)
  for (const [service_id, revisions] of configuration)
    for (const revision of revisions)
      for (const slot of listSlots(revision, end)) {
        const analysis = remaining.get(`${service_id} ${slot}`)
        remaining.delete(`${service_id} ${slot}`)
        // The last slots of a deleted service may be missing.
        if (analysis === undefined && !revision.isGone) found.missing.push(`${service_id} ${slot} was never closed`)
        if (analysis !== undefined) found.extra.push(...findFaults(analysis, revision))
      }
  for (const [key, { service_id, slot, revision }] of remaining)
    if (!wasClosedBeforeThePause(configuration.get(service_id) ?? [], slot, revision))
      found.extra.push(
        `${key} of revision ${revision} is not on the grid: ${describePeriods(configuration.get(service_id))}`,
      )
}

function findFaults(
  { service_id, slot, revision, error_tolerance, checks, verdict, counts }: StoredAnalysis,
  expectedRevision: Revision,
) {
  const faults: string[] = []
  const slotKey = `${service_id} ${slot}`
  if (revision !== expectedRevision.revision)
    faults.push(`${slotKey} is of revision ${revision}, not ${expectedRevision.revision}`)
  if (error_tolerance !== expectedRevision.error_tolerance) faults.push(`${slotKey} has another tolerance`)
  if (checks.map(({ sensor_id }) => sensor_id).join() !== expectedRevision.sensor_ids.join())
    faults.push(
      `${slotKey} has sensors ${checks.map(({ sensor_id }) => sensor_id).join()}, not ${expectedRevision.sensor_ids.join()}`,
    )
  const { ok, error, unknown, outcome } = verdict
  const expected = { ok, error, unknown, failure: outcome === 'failure' }
  if (JSON.stringify(expected) !== JSON.stringify(counts))
    faults.push(`${slotKey} counts ${JSON.stringify(counts)}, its checks say ${JSON.stringify(expected)}`)
  return faults
}

/** Returns whether a slot of the paused revision was closed before the analyst knew of the pause. */
function wasClosedBeforeThePause(revisions: readonly Revision[], slot: number, revision: number): boolean {
  const before = revisions.find((each) => each.revision === revision)
  return before?.is_active === true && slot >= before.to && slot < before.to + pauseNoticeMs
}

const describePeriods = (revisions: readonly Revision[] = []): string =>
  revisions
    .map(({ revision, from, to, is_active }) => `${revision} ${is_active ? 'active' : 'paused'} ${from} to ${to}`)
    .join(', ')

const unanswered = 'no answer'

function compareResults(
  stored: readonly StoredAnalysis[],
  slotRuns: ReadonlyMap<string, SlotRuns>,
  { configuration, found }: { readonly configuration: Configuration; readonly found: ComparedLists },
): void {
  const checks = new Map<string, string>()
  for (const { service_id, slot, checks: all } of stored)
    for (const check of all) {
      const key = keyOf({ service_id, slot, sensor_id: check.sensor_id })
      if (checks.has(key)) found.duplicate.push(`${key} is stored twice`)
      checks.set(key, check.isUnanswered ? unanswered : contentOf(check))
    }
  for (const [key, deed] of slotRuns) {
    if (deed.durable === 0) continue
    if (deed.durable > 1) found.duplicate.push(`${key} was recorded ${deed.durable} times`)
    const revision = findRevision(configuration.get(deed.service_id) ?? [], deed.slot)
    // A sensor that learned late of a change checked by an outdated revision: such results are strays.
    const isExpected =
      revision?.sensor_ids.includes(deed.sensor_id) && isSameRevision(revision, deed) && !revision.isGone
    if (!isExpected) continue
    const check = checks.get(key)
    if (check === undefined) found.missing.push(`${key} is in no analysis`)
    else if (check === unanswered) found.falseUnknown.push(`${key} is stored as unanswered`)
  }
  for (const [key, content] of checks) {
    if (content === unanswered) continue
    const ran = slotRuns.get(key)?.ran ?? []
    if (!ran.includes(content))
      found.extra.push(`${key} is stored as ${content}, not as ${ran.join(', ') || 'anything'}`)
  }
}

const isSameRevision = ({ revision }: Revision, deed: SlotRuns): boolean =>
  deed.revision === undefined || deed.revision === revision

function countUnrunChecks(
  slotRuns: ReadonlyMap<string, SlotRuns>,
  configuration: Configuration,
  end: number,
): Comparison['unrun'] {
  let [all, first] = [0, 0]
  for (const [service_id, revisions] of configuration) {
    const slots = revisions.flatMap((revision) => listSlots(revision, end).map((slot) => ({ slot, revision })))
    for (const [index, { slot, revision }] of slots.entries()) {
      const unrun = revision.sensor_ids.filter(
        (sensor_id) => !slotRuns.has(keyOf({ service_id, slot, sensor_id })),
      ).length
      all += unrun
      if (index === 0) first += unrun
    }
  }
  return { all, first }
}

/**
 * Returns checks that counted as unanswered when their slot was closed, although the broker had had the result for
 * long.
 */
function findClosedTooEarly(
  journal: readonly JournalStep[],
  slotRuns: ReadonlyMap<string, SlotRuns>,
  outages: readonly Period[],
): string[] {
  const closed = journal.flatMap(({ analyses }) => analyses.filter(({ kind }) => kind === 'closed'))
  return closed.flatMap(({ service_id, slot, revision, at, checks }) =>
    checks.flatMap(({ sensor_id, isUnanswered }) => {
      const key = keyOf({ service_id, slot, sensor_id })
      const deed = slotRuns.get(key)
      const acknowledgedAt = deed?.acknowledged
      if (!isUnanswered || acknowledgedAt === undefined || acknowledgedAt > at - maxReadDelayMs) return []
      if (deed?.revision !== undefined && deed.revision !== revision) return []
      if (outages.some(({ from, to }) => from < at && to > acknowledgedAt)) return []
      return `${key} was closed as unanswered ${at - acknowledgedAt} ms after the broker had it`
    }),
  )
}
