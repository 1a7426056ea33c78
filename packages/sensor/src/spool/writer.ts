import { type FileHandle, open } from 'node:fs/promises'
import type { CheckReport } from '@wachta/bus'
import { createDiskFault, probeDisk } from './disk-fault.ts'
import { writeFrames } from './frames.ts'
import type { UnnumberedResult } from './memory-spool.ts'
import { type SpooledResult, writeResult, writeTexts } from './records.ts'
import { createSegment, type Segment, wordsPath } from './segment.ts'
import type { SpoolLimits, SpoolOptions } from './spool-options.ts'

interface WriterOptions extends Pick<SpoolOptions, 'directory' | 'now' | 'onDurable' | 'onFault'> {
  readonly limits: SpoolLimits
  readonly host: string
  readonly segments: Segment[]
  readonly next: Map<number, number>
  readonly tidy: () => Promise<void>
  /** Makes room at the cost of what the centre has; tells whether there was any. */
  readonly shed: () => Promise<boolean>
  /** The disk does not take these. */
  readonly onUnwritten: (results: readonly UnnumberedResult[]) => void
  /** The disk takes something again: gives the results that it did not take, to be written now. */
  readonly reclaim: () => readonly UnnumberedResult[]
}

interface Writer {
  /** Whether the disk takes nothing at present. */
  readonly hasFault: boolean
  append(group: number, report: CheckReport): void
  flush(): Promise<void>
  /** The last sequence of each group that is on the disk. */
  durable(): ReadonlyMap<number, number>
  /** The sequence was used by somebody: it is not given again. */
  skip(group: number, sequence: number): void
  /** Runs when nothing is being written. */
  exclusively(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

interface Open {
  readonly segment: Segment
  readonly results: FileHandle
  words: FileHandle | undefined
}

/** How many results are written at once. */
const batch = 5_000
/** A write that takes longer keeps results from being in time. */
const stuck_ms = 2_000

/**
 * Writes results in batches, each to the disk before anybody is told of it. Sequences are given when they are written. A
 * disk that takes nothing holds up nobody: what it does not take goes elsewhere at once, and comes back when it does.
 */
export async function createWriter(options: WriterOptions): Promise<Writer> {
  const { limits, next } = options
  const pending: UnnumberedResult[] = []
  const durable = new Map([...next].map(([group, sequence]) => [group, sequence - 1]))
  const fault = createDiskFault(options.now)
  let current: Open | undefined
  let timer: NodeJS.Timeout | undefined
  let work: Promise<void> = Promise.resolve()
  let [isClosed, writingSince] = [false, Number.POSITIVE_INFINITY]

  const exclusively = (task: () => Promise<void>): Promise<void> => {
    const done = work.then(task)
    work = done.catch(() => undefined)
    return done
  }
  const later = (delay: number): void => {
    if (timer !== undefined || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      if (isStuck()) return hang()
      flush().catch((error) => options.onFault?.(error))
    }, delay)
  }
  /** A disk that hangs takes nothing either; what is being written is left to it. */
  const isStuck = () => options.now() - writingSince > stuck_ms
  const hang = (): void => {
    if (!fault.isThere) options.onFault?.(new Error('the disk hangs'))
    fault.met()
    divert()
  }
  const divert = (): void => {
    options.onUnwritten(pending.splice(0))
    later(fault.wait_ms)
  }
  const roomy = async (): Promise<Open> => {
    const isFull = ({ segment }: Open) =>
      segment.resultBytes >= limits.segmentBytes || segment.wordsBytes >= limits.segmentBytes * 8
    if (current !== undefined && !isFull(current)) return current
    const fresh = await begin(options)
    const before = current
    current = fresh
    if (before === undefined) return fresh
    await end(before)
    await options.tidy()
    return fresh
  }
  const writeSome = async (): Promise<void> => {
    const open = await roomy()
    const taken = pending.splice(0, batch)
    const results = numbered(taken, next)
    try {
      await write(open, results, options)
    } catch (error) {
      pending.unshift(...taken)
      throw error
    }
    for (const { group, sequence } of results) {
      next.set(group, sequence + 1)
      durable.set(group, sequence)
      open.segment.last.set(group, sequence)
    }
    open.segment.written = options.now()
    options.onDurable(results)
  }
  /** A disk that hung may have turned results away since the last look, as long as it takes to write the others. */
  const hasUnwritten = (): boolean => {
    pending.unshift(...options.reclaim())
    return pending.length > 0
  }
  const writeAll = async (): Promise<void> => {
    if (fault.isThere) await probeDisk(options.directory)
    while (hasUnwritten())
      await writeSome().catch(async (error) => {
        // What the centre has is the first to go.
        if (!(await options.shed())) throw error
        await writeSome()
      })
    fault.over()
  }
  const flush = () =>
    exclusively(async () => {
      if (fault.isWaiting) return divert()
      writingSince = options.now()
      try {
        await writeAll()
      } catch (error) {
        fault.met()
        divert()
        throw error
      } finally {
        writingSince = Number.POSITIVE_INFINITY
      }
    })
  await roomy().catch((error) => {
    fault.met()
    options.onFault?.(error)
  })
  return {
    get hasFault() {
      return fault.isThere
    },
    append(group, report) {
      pending.push({ group, report })
      later(limits.gather_ms)
    },
    flush,
    durable: () => durable,
    skip(group, sequence) {
      if (sequence >= (next.get(group) ?? 1)) next.set(group, sequence + 1)
    },
    exclusively,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await flush().catch((error) => options.onFault?.(error))
      await exclusively(async () => {
        if (current !== undefined) await end(current)
      })
    },
  }
}

/** Every start and every full segment begins a new one: behind a torn end nothing is written. */
async function begin({ directory, segments, next, host, now }: WriterOptions): Promise<Open> {
  const number = (segments.at(-1)?.number ?? 0) + 1
  const segment: Segment = {
    number,
    next: new Map(next),
    last: new Map([...next].map(([group, sequence]) => [group, sequence - 1])),
    resultBytes: 0,
    wordsBytes: 0,
    written: now(),
  }
  const results = await createSegment(directory, segment, host)
  segments.push(segment)
  return { segment, results, words: undefined }
}

async function end({ results, words }: Open): Promise<void> {
  await results.close()
  await words?.close()
}

function numbered(taken: readonly UnnumberedResult[], next: ReadonlyMap<number, number>): SpooledResult[] {
  const counts = new Map(next)
  return taken.map(({ group, report }) => {
    const sequence = counts.get(group) ?? 1
    counts.set(group, sequence + 1)
    return { group, sequence, report }
  })
}

/** Words first: a result on the disk has its words there. A write that failed half-way is begun again at its place. */
async function write(current: Open, results: readonly SpooledResult[], { directory }: WriterOptions): Promise<void> {
  const { segment } = current
  const words = results.flatMap((result) => writeTexts(result) ?? [])
  const processMetrics = writeFrames(results.map(writeResult))
  let wordsBytes = 0
  if (words.length > 0) {
    current.words ??= await open(wordsPath(directory, segment.number), 'w+')
    wordsBytes = await put(current.words, writeFrames(words), segment.wordsBytes)
  }
  const resultBytes = await put(current.results, processMetrics, segment.resultBytes)
  segment.wordsBytes += wordsBytes
  segment.resultBytes += resultBytes
}

async function put(file: FileHandle, bytes: Buffer, at: number): Promise<number> {
  await file.truncate(at)
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done)
    done += bytesWritten
  }
  await file.datasync()
  return bytes.length
}
