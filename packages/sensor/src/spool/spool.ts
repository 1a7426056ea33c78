import type { CheckReport } from '@wachta/bus'
import { Holes } from './holes.ts'
import type { Mark, Rewind } from './marks.ts'
import { createMemorySpool, type MemorySpool } from './memory-spool.ts'
import type { SpooledResult } from './records.ts'
import { recover } from './recover.ts'
import type { ResultSource } from './result-source.ts'
import { createRetention } from './retention.ts'
import { readSegment, type Segment } from './segment.ts'
import { type SpoolOptions, spoolLimits } from './spool-options.ts'
import { createWriter } from './writer.ts'

/** Results of one host, on its disk until the centre has them for good. */
export interface Spool extends ResultSource, AsyncDisposable {
  readonly held: number
  readonly bytes: number
  /** What the disk did not take. */
  readonly memory: MemorySpool
  /** Whether the disk takes nothing at present: what comes now does not outlive a restart. */
  readonly hasFault: boolean
  /** Results that were given up, and segments that lost their words. */
  readonly dropped: { readonly results: number; readonly words: number }
  /** The slots that were found in the segments asked for. */
  readonly recovered: readonly { readonly service_id: number; readonly slot: number }[]
  /** The slot of the oldest result that the centre does not have; undefined where it has all. */
  oldest(): Promise<number | undefined>
  /** The segment that is written to. */
  readonly segment: number
  append(group: number, report: CheckReport): void
  /** Writes what waits. */
  flush(): Promise<void>
  /** Takes what the centre has; gives what it has lost, as far as that is still here. */
  committed(marks: readonly Mark[]): Promise<readonly Rewind[]>
  marks(): [group: number, sequence: number][]
  /** Which session of the centre each group follows. */
  sessions(): [group: number, session: string][]
}

export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const given = { ...spoolLimits, ...options.limits }
  const limits = { ...given, storedBytes: given.storedBytes ?? Math.floor(given.bytes / 4) }
  const { host, segments, next, recovered } = await recover(options.directory, options.since ?? 0)
  const retention = createRetention(options, limits, segments)
  const { dropped, tidy, shed } = retention
  const memory = createMemorySpool({
    limit: limits.pending,
    onDropped: (results) => {
      dropped.results += results
    },
  })
  const writer = await createWriter({
    ...{ ...options, limits, host, segments, next, tidy, shed },
    onUnwritten: (results) => {
      const held = memory.append(results)
      options.onVolatile?.(held)
    },
    reclaim: memory.drain,
  })
  const holes = new Holes()
  const cache = createCache(options.directory, (segment, byGroup) => {
    // The one that is written to now grows while it is read.
    if (segment !== segments.at(-1)) dropped.results += holes.note(segment, byGroup)
  })
  const mark = (marks: readonly Mark[]): Rewind[] =>
    marks.flatMap((one) => {
      const [group, sequence] = one
      // Where the centre has more than the disk, the disk has lost something: its sequences are not given again.
      writer.skip(group, sequence)
      return retention.mark(one) ?? []
    })
  mark(options.committed ?? [])

  const outstanding = () =>
    new Map(
      [...writer.durable()].flatMap(([group, to]) => {
        const from = holes.beyond(group, retention.floor(group))
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
      return segments.reduce((sum, { resultBytes, wordsBytes }) => sum + resultBytes + wordsBytes, 0)
    },
    get segment() {
      return segments.at(-1)?.number ?? 0
    },
    append: writer.append,
    flush: writer.flush,
    async committed(marks) {
      const rewinds = mark(marks)
      await writer.exclusively(tidy)
      return rewinds
    },
    first(group) {
      const floor = retention.floor(group)
      const beyond = holes.beyond(group, floor)
      return beyond > floor ? Math.max(beyond, retention.oldest(group)) : retention.oldest(group)
    },
    outstanding,
    marks: retention.marks,
    sessions: retention.sessions,
    read,
    oldest: () => findOldestSlot(outstanding(), read),
    [Symbol.asyncDispose]: writer.close,
  }
}

/** Reads from the first segment that still has something of the group from the sequence on. */
function createReader(segments: readonly Segment[], cache: ReturnType<typeof createCache>): Spool['read'] {
  return async (group, from, limit) => {
    for (const segment of segments.filter(({ last }) => (last.get(group) ?? 0) >= from)) {
      const results = (await cache(segment)).get(group) ?? []
      const first = results.findIndex(({ sequence }) => sequence >= from)
      if (first !== -1) return unbroken(results.slice(first, first + limit))
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

/** A batch has no gaps: what comes after one is another batch. */
function unbroken(results: readonly SpooledResult[]): readonly SpooledResult[] {
  const gap = results.findIndex(
    ({ sequence }, index) => index > 0 && sequence !== (results[index - 1]?.sequence ?? 0) + 1,
  )
  return gap === -1 ? results : results.slice(0, gap)
}

/** Groups are read side by side, each from the same segment: it is read once for all. */
function createCache(
  directory: string,
  onRead: (segment: Segment, byGroup: ReadonlyMap<number, SpooledResult[]>) => void,
) {
  let kept: { key: string; byGroup: Map<number, SpooledResult[]> } | undefined
  return async (segment: Segment): Promise<ReadonlyMap<number, SpooledResult[]>> => {
    const key = `${segment.number} ${segment.resultBytes} ${segment.wordsBytes}`
    if (kept?.key === key) return kept.byGroup
    const results = await readSegment(directory, segment).catch(() => [])
    kept = { key, byGroup: Map.groupBy(results, ({ group }) => group) }
    onRead(segment, kept.byGroup)
    return kept.byGroup
  }
}
