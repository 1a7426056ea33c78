import type { CheckReport } from '@wachta/bus'
import type { SpooledResult } from './records.ts'
import { recover } from './recover.ts'
import { createRetention } from './retention.ts'
import { readSegment, type Segment } from './segment.ts'
import { type SpoolOptions, spoolLimits } from './spool-options.ts'
import { createWriter } from './writer.ts'

/** Results of one host, on its disk until the centre has them for good. */
export interface Spool extends AsyncDisposable {
  /** Names the disk: another disk is another host. */
  readonly host: string
  readonly held: number
  readonly bytes: number
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
  committed(marks: readonly (readonly [group: number, sequence: number])[]): Promise<void>
  /** What the centre does not have, as far as it is on the disk: [from, to] by group. */
  outstanding(): ReadonlyMap<number, readonly [from: number, to: number]>
  marks(): [group: number, sequence: number][]
  /** Results of a group from a sequence on, or from the next one that is left, without a gap between them. */
  read(group: number, from: number, limit: number): Promise<readonly SpooledResult[]>
}

export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const limits = { ...spoolLimits, ...options.limits }
  const { host, segments, next, recovered } = await recover(options.directory, options.since ?? 0)
  const retention = createRetention(options, limits, segments)
  const { dropped, tidy } = retention
  const writer = await createWriter({ ...options, limits, host, segments, next, tidy, dropped })
  const cache = createCache(options.directory)
  const mark = (marks: readonly (readonly [group: number, sequence: number])[]) => {
    for (const [group, sequence] of marks) {
      retention.mark(group, sequence)
      // Where the centre has more than the disk, the disk has lost something: its sequences are not given again.
      writer.skip(group, sequence)
    }
  }
  mark(options.committed ?? [])

  const outstanding = () =>
    new Map(
      [...writer.durable()].flatMap(([group, to]) => {
        const from = retention.floor(group)
        return from <= to ? [[group, [from, to] as const] as const] : []
      }),
    )
  const read: Spool['read'] = async (group, from, limit) => {
    for (const segment of segments.filter(({ last }) => (last.get(group) ?? 0) >= from)) {
      const results = (await cache(segment)).get(group) ?? []
      const first = results.findIndex(({ sequence }) => sequence >= from)
      if (first !== -1) return unbroken(results.slice(first, first + limit))
    }
    return []
  }
  return {
    host,
    recovered,
    dropped,
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
      mark(marks)
      await writer.exclusively(tidy)
    },
    outstanding,
    marks: retention.marks,
    read,
    async oldest() {
      const slots: number[] = []
      for (const [group, [from]] of outstanding()) {
        const [first] = await read(group, from, 1)
        if (first !== undefined) slots.push(first.report.slot)
      }
      return slots.length === 0 ? undefined : Math.min(...slots)
    },
    [Symbol.asyncDispose]: writer.close,
  }
}

/** A batch has no gaps: what comes after one is another batch. */
function unbroken(results: readonly SpooledResult[]): readonly SpooledResult[] {
  const gap = results.findIndex(
    ({ sequence }, index) => index > 0 && sequence !== (results[index - 1]?.sequence ?? 0) + 1,
  )
  return gap === -1 ? results : results.slice(0, gap)
}

/** Groups are read side by side, each from the same segment: it is read once for all. */
function createCache(directory: string) {
  let kept: { key: string; byGroup: Map<number, SpooledResult[]> } | undefined
  return async (segment: Segment): Promise<ReadonlyMap<number, SpooledResult[]>> => {
    const key = `${segment.number} ${segment.resultBytes} ${segment.wordsBytes}`
    if (kept?.key === key) return kept.byGroup
    const results = await readSegment(directory, segment).catch(() => [])
    kept = { key, byGroup: Map.groupBy(results, ({ group }) => group) }
    return kept.byGroup
  }
}
