import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Assignment, readAssignment } from '@wachta/bus'
import { type BucketSpan, bucketCount, type SavedShare, tryParseJson } from '@wachta/domain'
import type { SavedLease } from './saved-lease.ts'
import { isOrdered, type SpoolMark } from './spool/marks.ts'

/** The state that a sensor needs after a restart, apart from its spool. */
export interface SavedState {
  readonly host: string
  readonly valid_until: number
  /** By shard, the sequence up to which the centre has stored the results: the mark of the shard. */
  readonly committed: readonly (readonly [group: number, sequence: number])[]
  /**
   * By shard, the session of the centre that its mark comes from, if sessions have an order (see marks.ts); missing in
   * files of older versions.
   */
  readonly sessions?: readonly (readonly [group: number, session: string])[]
  /** The latest taken slot of each service. */
  readonly taken: readonly (readonly [service_id: number, slot: number])[]
  /** The segment of the spool that was being written when this was saved. */
  readonly segment: number
  /** Reference targets that have answered; missing in files of older versions. */
  readonly answered?: readonly string[]
  /** The last share of this host; missing in files of older versions. */
  readonly share?: SavedShare
  /** Whether the sensor was shut down cleanly, so that this state includes all checks that it ran. */
  readonly isStopped?: boolean
  /** The time left of the lease of the share; missing if it had ended, and in files of older versions. */
  readonly lease?: SavedLease | undefined
}

const stateFile = 'state.json'
const assignmentsFile = 'assignments.jsonl'

export const saveState = (directory: string, state: SavedState): Promise<void> =>
  replaceStateFile(join(directory, stateFile), JSON.stringify({ v: 1, ...state }))

/**
 * Reads the saved state. Returns undefined if there is none or it cannot be read; then the sensor starts without it.
 */
export async function loadState(directory: string): Promise<SavedState | undefined> {
  const parsed = tryParseJson(await readFile(join(directory, stateFile), 'utf8').catch(() => ''))
  return isState(parsed) ? parsed : undefined
}

/** Returns the saved marks with their sessions, so that marks of earlier sessions are still ignored after a restart. */
export function readMarks({ committed, sessions = [] }: Pick<SavedState, 'committed' | 'sessions'>): SpoolMark[] {
  const sessionsByGroup = new Map(sessions)
  return committed.map(([group, sequence]) => [group, sequence, sessionsByGroup.get(group)])
}

/** Saves assignments, one per line, so that a damaged line does not affect the others. */
export const saveAssignments = (directory: string, assignments: readonly Assignment[]): Promise<void> =>
  replaceStateFile(join(directory, assignmentsFile), assignments.map((one) => `${JSON.stringify(one)}\n`).join(''))

export async function loadAssignments(directory: string): Promise<Assignment[]> {
  const bytes = await readFile(join(directory, assignmentsFile)).catch(() => Buffer.alloc(0))
  const assignments: Assignment[] = []
  for (
    let lineStart = 0, end = bytes.indexOf(10);
    end !== -1;
    lineStart = end + 1, end = bytes.indexOf(10, lineStart)
  ) {
    try {
      assignments.push(readAssignment(bytes.subarray(lineStart, end)))
    } catch {
      // An assignment that cannot be read is left out: the centre sends it again.
    }
  }
  return assignments
}

/** Replaces a file atomically. Only the user of the sensor can read it. */
export async function replaceStateFile(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}

function isState(value: unknown): value is SavedState {
  if (typeof value !== 'object' || value === null) return false
  const {
    host,
    valid_until,
    committed,
    taken,
    segment,
    answered = [],
    sessions = [],
    share,
    lease,
  } = value as Partial<SavedState>
  return (
    typeof host === 'string' &&
    Number.isFinite(valid_until) &&
    arePairs(committed) &&
    arePairs(taken) &&
    Number.isSafeInteger(segment) &&
    Array.isArray(answered) &&
    answered.every((name) => typeof name === 'string') &&
    Array.isArray(sessions) &&
    sessions.every(isGroupSession) &&
    (share === undefined || isShare(share)) &&
    (lease === undefined || isLease(lease))
  )
}

const isShare = (share: Partial<SavedShare> | null): boolean =>
  typeof share?.isAlone === 'boolean' && Array.isArray(share.buckets) && share.buckets.every(isSpan)

const isLease = (lease: Partial<SavedLease> | null): boolean =>
  typeof lease?.boot === 'string' && [lease.monotonic, lease.wall, lease.leftMs].every(Number.isFinite)

const isSpan = (span: Partial<BucketSpan> | null): boolean =>
  Number.isSafeInteger(span?.bucket) &&
  Number(span?.bucket) >= 0 &&
  Number(span?.bucket) < bucketCount &&
  Number.isSafeInteger(span?.from) &&
  (span?.until === null || Number.isSafeInteger(span?.until))

const isGroupSession = (pair: unknown): boolean =>
  Array.isArray(pair) &&
  pair.length === 2 &&
  Number.isSafeInteger(pair[0]) &&
  typeof pair[1] === 'string' &&
  isOrdered(pair[1])

const arePairs = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => Number.isSafeInteger(one)))
