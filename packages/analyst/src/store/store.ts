import type { Database, Transaction } from '@wachta/database'
import { toSlotOutcome } from '@wachta/domain'
import { sql } from 'kysely'
import { type JudgedStatuses, judgeStatuses } from '../events/judge-statuses.ts'
import { createMassWatch, type MassWatch } from '../events/mass-change.ts'
import type { QuarantineLookup } from '../quarantine-lookup.ts'
import type { Decision } from '../slots/early-decisions.ts'
import type { AnalysisKind, AnalysisToStore } from '../slots/open-slot.ts'
import type { PauseChange } from '../slots/service-slots.ts'
import type { CloseResult } from '../slots/slot-aggregator.ts'
import { Strays } from '../slots/strays.ts'
import { type AmendedAnalysis, amendAnalyses } from './amend.ts'
import { type FencedLease, fence } from './fenced.ts'
import { isLate, markRollups } from './mark-rollups.ts'
import { refoldServices } from './refold.ts'
import {
  applyAnalysis,
  applyDecision,
  applyPauseChange,
  type CurrentState,
  createInitialCurrentState,
  findDecidedSlot,
  type StatusStart,
  type StatusStep,
} from './service-status.ts'
import { createUnflushed } from './unflushed.ts'
import { isStoredAlready, writeAnalyses, writeCheckDetails } from './write-analyses.ts'
import { deleteDecisions, writeDecisions } from './write-decisions.ts'
import { countCommit, type Intake, writeIntake } from './write-intake.ts'
import {
  lockServices,
  writeLatestAnalyses,
  writePublishedStatuses,
  writeServiceStates,
  writeStatusStarts,
} from './write-service-statuses.ts'

export interface StoreOptions extends FencedLease {
  readonly database: Database
  readonly currentStates: Map<number, CurrentState>
  /**
   * Services whose stored state is older than their current one, because the previous analyst ended before it wrote the
   * current state. Without a later analysis, nothing else would write it.
   */
  readonly caughtUpIds?: ReadonlySet<number>
  /** The names of the streams and the times at which they were created, to store with their positions. */
  readonly streams: Intake['streams']
  readonly quarantined?: QuarantineLookup
}

export interface Commit extends Omit<CloseResult, 'due'> {
  readonly now: number
}

/** The result of a commit. */
export interface CommitResult extends JudgedStatuses {
  readonly analyses: readonly AnalysisToStore[]
  /** Open slots whose outcome is already certain and changes the status. */
  readonly decided: readonly AnalysisToStore[]
  readonly amended: number
}

export interface Store {
  /** Whether a decision changes the stored status. */
  changesStatus(decision: Decision): boolean
  /** Writes everything in one transaction, or nothing. Writing the same commit again changes nothing. */
  commit(commit: Commit): Promise<CommitResult>
  /**
   * Writes the current state of services that have new analyses since the last flush. With `onlyChanged`, only of new
   * services, and of services whose failing sensors or error type have changed.
   */
  flush(given?: { readonly onlyChanged?: boolean }): Promise<void>
  /** Adds new services; known ones stay as they are. */
  add(currentStates: ReadonlyMap<number, CurrentState>): void
  forget(service_id: number): void
}

/** Creates the store that writes the results of the aggregator of one shard. */
export function createStore(options: StoreOptions): Store {
  const { database, currentStates, caughtUpIds = new Set(), streams, quarantined = new Set<number>() } = options
  const knownDays = new Set<number>()
  const massWatch = createMassWatch()
  const unflushed = createUnflushed()
  unflushed.putBack([...caughtUpIds])
  /** Services that are known to have a row in `service_state`. */
  const storedIds = new Set<number>()
  const changesStatus = ({ service_id, outcome }: Decision) => currentStates.get(service_id)?.state.status !== outcome

  const write = (commit: Commit, decided: readonly AnalysisToStore[], stored: { readonly mayBeStored: boolean }) =>
    database.transaction(async (tx) => {
      const draft = createDraft(currentStates)
      const strays = new Strays()
      for (const { sensor_id, reason, count } of commit.strays) strays.add(sensor_id, reason, count)
      const written = await writeSteps(tx, { ...commit, ...stored }, draft)
      const statusChanging = await decideEarly(tx, decided, draft)
      const context = { now: new Date(commit.now), quarantined, strays }
      const amended = await amendAnalyses(tx, commit.late, context)
      noteAmended(draft, amended)
      const lateOnes = written.filter((analysis) => isLate(analysis, commit.now))
      await markRollups(tx, lateOnes)
      const judged = await writeDraft(tx, draft, { now: commit.now, massWatch })
      await closeForced(tx, written)
      const intake = { ...commit, strays: strays.take(), lease: options, streams }
      await writeIntake(tx, intake)
      await countCommit(tx, intake)
      return { written, decided: statusChanging, amended: amended.length, judged, draft }
    })

  return {
    changesStatus,
    async commit(commit) {
      // A step of this commit may change the status. Decisions on its service are compared later, by `decideEarly`.
      const steppedIds = new Set(commit.decisions.length === 0 ? [] : commit.steps.map(({ service_id }) => service_id))
      const decided = commit.decisions
        .filter((decision) => steppedIds.has(decision.service_id) || changesStatus(decision))
        .map((decision) => decision.toPartialAnalysis())
      const analyses = commit.steps.filter((step) => step.kind !== 'pause_change')
      await ensureDays(database, [...analyses, ...decided], knownDays)
      const result = await write(commit, decided, { mayBeStored: false }).catch((error: unknown) => {
        if (!isStoredAlready(error)) throw error
        return write(commit, decided, { mayBeStored: true })
      })
      options.counter.commits += 1
      for (const [service_id, currentState] of result.draft.currentStates) {
        unflushed.add(service_id, currentStates.get(service_id), currentState)
        currentStates.set(service_id, currentState)
      }
      const { written, decided: statusChanging, amended, judged } = result
      return { analyses: written, decided: statusChanging, amended, ...judged }
    },
    async flush({ onlyChanged = false } = {}) {
      const flushed = unflushed.take({ onlyChanged })
      if (flushed.length === 0) return
      const rows = flushed.flatMap((id) => findStateEntry(currentStates, id)).sort(([one], [other]) => one - other)
      const canUpdateInPlace = ([id, { failing_sensor_ids }]: [number, CurrentState]) =>
        storedIds.has(id) && failing_sensor_ids.length === 0
      try {
        await database.transaction(async (tx) => {
          await fence(tx, options)
          await writeLatestAnalyses(tx, rows.filter(canUpdateInPlace))
          // Meanwhile a commit can write a newer status than the one in `rows`; it must not be overwritten.
          await writeServiceStates(tx, new Map(rows.filter((row) => !canUpdateInPlace(row))), { mayBeOutdated: true })
        })
        for (const [id] of rows) storedIds.add(id)
      } catch (error) {
        unflushed.putBack(flushed)
        throw error
      }
    },
    add(added) {
      for (const [id, currentState] of added) if (!currentStates.has(id)) currentStates.set(id, currentState)
    },
    forget(service_id) {
      currentStates.delete(service_id)
      storedIds.delete(service_id)
    },
  }
}

/** Returns the entry of a service as a list of one, or of none if it has no state, for `flatMap`. */
const findStateEntry = (currentStates: ReadonlyMap<number, CurrentState>, id: number): [number, CurrentState][] => {
  const currentState = currentStates.get(id)
  return currentState === undefined ? [] : [[id, currentState]]
}

/** The states of services as one transaction changes them. The store adopts them only after the commit. */
interface Draft {
  readonly currentStates: Map<number, CurrentState>
  /** The statuses that begin, by service, in order of time. */
  readonly statusStarts: Map<number, StatusStart[]>
  /** The slot from which each service has to be refolded. */
  readonly refolds: Map<number, number>
  /** Services whose early decision is obsolete, because the analysis of its slot is stored now. */
  readonly obsoleteDecisions: number[]
  /** Returns the current state of a service; a service without one starts as unknown at `since`. */
  getCurrentState(service_id: number, since: number): CurrentState
  apply(service_id: number, step: StatusStep): void
  refoldFrom(service_id: number, slot: number): void
  /** Marks a service as changed, so that it is flushed, although its state is the same. */
  touch(service_id: number): void
  /** Removes a deleted service. */
  drop(service_id: number): void
}

function createDraft(committed: ReadonlyMap<number, CurrentState>): Draft {
  const currentStates = new Map<number, CurrentState>()
  const statusStarts = new Map<number, StatusStart[]>()
  const refolds = new Map<number, number>()
  const getCurrentState = (service_id: number, since: number) =>
    currentStates.get(service_id) ?? committed.get(service_id) ?? createInitialCurrentState(since)
  return {
    currentStates,
    statusStarts,
    refolds,
    obsoleteDecisions: [],
    getCurrentState,
    apply(service_id, { currentState: after, begins }) {
      currentStates.set(service_id, after)
      if (begins === undefined) return
      const before = statusStarts.get(service_id)
      if (before === undefined) statusStarts.set(service_id, [begins])
      else before.push(begins)
    },
    refoldFrom(service_id, slot) {
      refolds.set(service_id, Math.min(slot, refolds.get(service_id) ?? slot))
    },
    touch(service_id) {
      currentStates.set(service_id, getCurrentState(service_id, 0))
    },
    drop(service_id) {
      for (const map of [currentStates, statusStarts, refolds]) map.delete(service_id)
    },
  }
}

async function writeSteps(
  tx: Transaction,
  { steps, mayBeStored }: Pick<CloseResult, 'steps'> & { readonly mayBeStored: boolean },
  draft: Draft,
): Promise<readonly AnalysisToStore[]> {
  const analyses = steps.filter((step) => step.kind !== 'pause_change')
  const written = await writeAnalyses(tx, analyses, { mayBeStored })
  await writeCheckDetails(
    tx,
    written.flatMap(({ service_id, slot, details }) =>
      details.length === 0 ? [] : details.map((one) => ({ service_id, slot, ...one })),
    ),
  )
  // An analysis that was already stored has no further effect.
  const newAnalyses = written.length === analyses.length ? undefined : new Set(written)
  for (const step of steps)
    if (step.kind === 'pause_change' || newAnalyses === undefined || newAnalyses.has(step)) foldStep(draft, step)
  return written
}

/** Notes the services whose status may differ because analyses were amended. */
function noteAmended(draft: Draft, amended: readonly AmendedAnalysis[]): void {
  for (const { service_id, slot, kind, hasChangedOutcome } of amended) {
    if (!affectsStatus(kind)) continue
    if (hasChangedOutcome) draft.refoldFrom(service_id, slot)
    else draft.touch(service_id)
  }
}

async function closeForced(tx: Transaction, written: readonly AnalysisToStore[]): Promise<void> {
  for (const { service_id, slot } of written.filter(({ kind }) => isForced(kind)))
    await tx.query(
      sql`update forced_analysis set closed_at = now() where service_id = ${service_id} and time = ${new Date(slot)}`,
    )
}

/** All analyses but the scheduled ones were forced. */
const isForced = (kind: AnalysisKind): boolean => kind !== 's'

/** Only analyses that were forced with custom settings do not affect the status. */
const affectsStatus = (kind: AnalysisKind): boolean => kind !== 'c'

function foldStep(draft: Draft, step: AnalysisToStore | PauseChange): void {
  const { service_id } = step
  if (step.kind === 'pause_change')
    draft.apply(service_id, applyPauseChange(draft.getCurrentState(service_id, step.at), step))
  else if (affectsStatus(step.kind)) {
    const currentState = draft.getCurrentState(service_id, step.slot)
    const { last_slot, status } = currentState.state
    const isDecided = findDecidedSlot(currentState) === step.slot
    if (isDecided) draft.obsoleteDecisions.push(service_id)
    // The analysis can differ from the early decision: after a takeover by another analyst, the revision or some checks
    // of the slot may be missing. The status is refolded then.
    const contradictsDecision = isDecided && status !== toSlotOutcome(step)
    if (contradictsDecision || (last_slot !== null && step.slot < last_slot)) draft.refoldFrom(service_id, step.slot)
    else draft.apply(service_id, applyAnalysis(currentState, step))
  }
}

/** Stores the early decisions that change the status, with the checks of their slots so far, and returns them. */
async function decideEarly(
  tx: Transaction,
  decided: readonly AnalysisToStore[],
  draft: Draft,
): Promise<readonly AnalysisToStore[]> {
  const statusChanging = decided.filter((partialAnalysis) => {
    const step = applyDecision(draft.getCurrentState(partialAnalysis.service_id, partialAnalysis.slot), partialAnalysis)
    if (step.begins !== undefined) draft.apply(partialAnalysis.service_id, step)
    return step.begins !== undefined
  })
  // First, because a service can get its next decision in the commit that stores the analysis of the last one.
  await deleteDecisions(tx, draft.obsoleteDecisions)
  await writeDecisions(tx, statusChanging)
  return statusChanging
}

/** Stores statuses, and evaluates alert rules in the same transaction, so that notifications match what is stored. */
async function writeDraft(
  tx: Transaction,
  draft: Draft,
  { now, massWatch }: { readonly now: number; readonly massWatch: MassWatch },
): Promise<JudgedStatuses> {
  const affectedIds = [...new Set([...draft.statusStarts.keys(), ...draft.refolds.keys()])]
  const existingIds = affectedIds.length === 0 ? new Set<number>() : await lockServices(tx, affectedIds)
  for (const id of affectedIds.filter((each) => !existingIds.has(each))) draft.drop(id)
  await writeStatusStarts(tx, draft.statusStarts)
  const published = new Map<number, Pick<StatusStart, 'status' | 'start'>>()
  for (const [service_id, starts] of draft.statusStarts) {
    const last = starts.at(-1)
    if (last !== undefined) published.set(service_id, last)
  }
  const refolds = [...draft.refolds].map(([service_id, from]) => ({
    ...{ service_id, from, currentState: draft.getCurrentState(service_id, from) },
  }))
  for (const [service_id, after] of await refoldServices(tx, refolds)) {
    draft.currentStates.set(service_id, after)
    const { status, since } = after.state
    // A pause keeps its own start, which is already published: `since` is the start of the status before the pause.
    if (!after.isPaused) published.set(service_id, { status, start: since })
  }
  const changedStates = new Map(
    [...published.keys(), ...draft.refolds.keys()].flatMap((id) => findStateEntry(draft.currentStates, id)),
  )
  await writeServiceStates(tx, changedStates)
  await writePublishedStatuses(tx, published)
  // For refolded services only the current status counts: no alerts start or end in the past.
  const statusStarts = new Map(
    [...published].map(([id, last]) => [id, draft.refolds.has(id) ? [last] : (draft.statusStarts.get(id) ?? [last])]),
  )
  return judgeStatuses(tx, { statusStarts, isRefolded: (id) => draft.refolds.has(id), now, massWatch })
}

/**
 * Creates the partitions of the days to write to, if they are missing. Usually the reporter creates them in advance.
 */
async function ensureDays(
  database: Database,
  analyses: readonly AnalysisToStore[],
  knownDays: Set<number>,
): Promise<void> {
  const missing = new Set<number>()
  for (const { slot } of analyses) {
    const day = Math.floor(slot / 86_400_000)
    if (!knownDays.has(day)) missing.add(day)
  }
  if (missing.size === 0) return
  const dates = [...missing].map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  await database.query(sql`select partition_days(${dates}::date[])`)
  for (const day of missing) knownDays.add(day)
}
