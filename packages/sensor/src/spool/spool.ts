import type { CheckReport } from '@wachta/bus'
import { Holes } from './holes.ts'
import type { Rewind, SpoolMark } from './marks.ts'
import { createMemorySpool, type MemorySpool } from './memory-spool.ts'
import { unlessTransient } from './read-errors.ts'
import type { SpooledResult } from './records.ts'
import { recoverSpool } from './recover.ts'
import type { ResultSource } from './result-source.ts'
import { createRetention } from './retention.ts'
import { readSegment, type Segment } from './segment.ts'
import { type SpoolOptions, spoolLimits } from './spool-options.ts'
import { createWriter } from './writer.ts'

/** The results of one host, which stay on its disk at least until the centre has stored them. */
export interface Spool extends ResultSource, AsyncDisposable {
  /** The number of results on the disk that the centre has not stored yet. */
  readonly held: number
  /** The size of all segments. */
  readonly bytes: number
  /** The results that could not be written to the disk. */
  readonly memory: MemorySpool
  /** Whether the disk accepts no results now. New results are then only in memory, and lost by a restart. */
  readonly hasFault: boolean
  /** The number of dropped results, and of segments whose texts were dropped. */
  readonly dropped: { readonly results: number; readonly words: number }
  /** The slots of the results that were found on the disk in the segments from `since` on. */
  readonly recovered: readonly { readonly service_id: number; readonly slot: number }[]
  /** Returns the slot of the oldest result that the centre has not stored; undefined if there is none to be read. */
  oldest(): Promise<number | undefined>
  /** The number of the segment that is written to. */
  readonly segment: number
  append(group: number, report: CheckReport): void
  /** Writes all pending results to the disk. */
  flush(): Promise<void>
  /** Applies the marks of the centre. Returns the ranges of results that the centre has lost and needs again. */
  applyMarks(marks: readonly SpoolMark[]): Promise<readonly Rewind[]>
  /** Returns, for each shard, the sequence up to which the centre has stored the results. */
  marks(): [group: number, sequence: number][]
  /** Returns the current session of the centre for each shard. */
  sessions(): [group: number, session: string][]
}

/** Opens the spool of a directory, with the results that an earlier process left there. */
export async function openSpool(given: SpoolOptions): Promise<Spool> {
  const options = { monotonic: () => performance.now(), ...given }
  const merged = { ...spoolLimits, ...options.limits }
  const limits = { ...merged, storedBytes: merged.storedBytes ?? Math.floor(merged.bytes / 4) }
  const { host, segments, next, recovered } = await recoverSpool(options.directory, options.since ?? 0)
  const retention = createRetention(options, limits, segments)
  const { dropped, deleteExcess, freeSpace } = retention
  const memory = createMemorySpool({
    limit: limits.pending,
    onDropped: (results) => {
      dropped.results += results
    },
  })
  const writer = await createWriter({
    ...{ ...options, limits, host, segments, next, deleteExcess, freeSpace },
    onUnwritten: (results) => {
      const inMemory = memory.append(results)
      options.onVolatile?.(inMemory)
    },
    reclaim: memory.drain,
  })
  const holes = new Holes()
  const cache = createCache(options.directory, (segment, byGroup) => {
    // The current segment grows while it is read, so what is missing at its end is not lost.
    if (segment !== segments.at(-1)) dropped.results += holes.addSegment(segment, byGroup)
  })
  const applyEachMark = (marks: readonly SpoolMark[]): Rewind[] =>
    marks.flatMap((one) => {
      const [group, sequence] = one
      // If the centre has stored sequences that the disk does not have, the disk has lost them; do not use them again.
      writer.skip(group, sequence)
      return retention.applyMark(one) ?? []
    })
  applyEachMark(options.committed ?? [])

  const outstanding = () =>
    new Map(
      [...writer.durable()].flatMap(([group, to]) => {
        const from = holes.skipLost(group, retention.floor(group))
        return from <= to ? [[group, [from, to] as const] as const] : []
      }),
    )
  const read = createReader(segments, cache)
  return {
    host,
    recovered,
    dropped,
    memory,
    get hasFault() {
      return writer.hasFault
    },
    get held() {
      return [...outstanding().values()].reduce((sum, [from, to]) => sum + to - from + 1, 0)
    },
    get bytes() {
      return segments.reduce((sum, { resultBytes, textsBytes }) => sum + resultBytes + textsBytes, 0)
    },
    get segment() {
      return segments.at(-1)?.number ?? 0
    },
    append: writer.append,
    flush: writer.flush,
    async applyMarks(marks) {
      const rewinds = applyEachMark(marks)
      await writer.runExclusively(deleteExcess)
      return rewinds
    },
    first(group) {
      const floor = retention.floor(group)
      const firstExisting = holes.skipLost(group, floor)
      return firstExisting > floor ? Math.max(firstExisting, retention.oldest(group)) : retention.oldest(group)
    },
    outstanding,
    marks: retention.marks,
    sessions: retention.sessions,
    read,
    oldest: () => findOldestSlot(outstanding(), read),
    [Symbol.asyncDispose]: writer.close,
  }
}

/** Creates the function that reads from the first segment with results of the shard from a sequence on. */
function createReader(segments: readonly Segment[], cache: ReturnType<typeof createCache>): Spool['read'] {
  return async (group, from, limit) => {
    for (const segment of segments.filter(({ last }) => (last.get(group) ?? 0) >= from)) {
      const results = (await cache(segment)).get(group) ?? []
      const first = results.findIndex(({ sequence }) => sequence >= from)
      if (first !== -1) return takeUntilGap(results.slice(first, first + limit))
    }
    return []
  }
}

async function findOldestSlot(
  outstanding: ReturnType<Spool['outstanding']>,
  read: Spool['read'],
): Promise<number | undefined> {
  const slots: number[] = []
  for (const [group, [from]] of outstanding) {
    const [first] = await read(group, from, 1)
    if (first !== undefined) slots.push(first.report.slot)
  }
  return slots.length === 0 ? undefined : Math.min(...slots)
}

/** Returns the results before the first gap in the sequences, because a batch must not have gaps. */
function takeUntilGap(results: readonly SpooledResult[]): readonly SpooledResult[] {
  const gap = results.findIndex(
    ({ sequence }, index) => index > 0 && sequence !== (results[index - 1]?.sequence ?? 0) + 1,
  )
  return gap === -1 ? results : results.slice(0, gap)
}

/**
 * Creates a cache of the segment that was read last: the shards are read in turn, usually from the same segment. If the
 * reading fails now but can succeed later, the segment is neither cached nor counted as lost.
 */
function createCache(
  directory: string,
  onRead: (segment: Segment, byGroup: ReadonlyMap<number, SpooledResult[]>) => void,
) {
  let cached: { key: string; byGroup: Map<number, SpooledResult[]> } | undefined
  return async (segment: Segment): Promise<ReadonlyMap<number, SpooledResult[]>> => {
    const key = `${segment.number} ${segment.resultBytes} ${segment.textsBytes}`
    if (cached?.key === key) return cached.byGroup
    const results = await readSegment(directory, segment).catch(unlessTransient<SpooledResult[]>([]))
    cached = { key, byGroup: Map.groupBy(results, ({ group }) => group) }
    onRead(segment, cached.byGroup)
    return cached.byGroup
  }
}
