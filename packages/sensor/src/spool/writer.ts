import { type FileHandle, open } from 'node:fs/promises'
import type { CheckReport } from '@wachta/bus'
import { writeFrames } from './frames.ts'
import { type SpooledResult, writeResult, writeWords } from './records.ts'
import { createSegment, type Segment, wordsPath } from './segment.ts'
import type { SpoolLimits, SpoolOptions } from './spool-options.ts'

interface WriterOptions extends Pick<SpoolOptions, 'directory' | 'now' | 'onDurable' | 'onFault'> {
  readonly limits: SpoolLimits
  readonly host: string
  readonly segments: Segment[]
  readonly next: Map<number, number>
  readonly tidy: () => Promise<void>
  readonly dropped: { results: number }
}

interface Writer {
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

interface Pending {
  readonly group: number
  readonly report: CheckReport
}

const retry_ms = 1_000
/** How many results are written at once. */
const batch = 5_000

/** Writes results in batches, each to the disk before anybody is told of it. Sequences are given when they are written. */
export async function createWriter(options: WriterOptions): Promise<Writer> {
  const { limits, next } = options
  const pending: Pending[] = []
  const durable = new Map([...next].map(([group, sequence]) => [group, sequence - 1]))
  let current = await begin(options)
  let timer: NodeJS.Timeout | undefined
  let work: Promise<void> = Promise.resolve()
  let isClosed = false

  const exclusively = (task: () => Promise<void>): Promise<void> => {
    const done = work.then(task)
    work = done.catch(() => undefined)
    return done
  }
  const later = (delay: number): void => {
    if (timer !== undefined || isClosed) return
    timer = setTimeout(() => {
      timer = undefined
      flush().catch((error) => {
        options.onFault?.(error)
        later(retry_ms)
      })
    }, delay)
  }
  const writeSome = async (): Promise<void> => {
    if (current.segment.resultBytes >= limits.segmentBytes || current.segment.wordsBytes >= limits.segmentBytes * 8) {
      const fresh = await begin(options)
      await end(current)
      current = fresh
      await options.tidy()
    }
    const taken = pending.splice(0, batch)
    const results = numbered(taken, next)
    try {
      await write(current, results, options)
    } catch (error) {
      pending.unshift(...taken)
      throw error
    }
    for (const { group, sequence } of results) {
      next.set(group, sequence + 1)
      durable.set(group, sequence)
      current.segment.last.set(group, sequence)
    }
    current.segment.written = options.now()
    options.onDurable(results)
  }
  const flush = () =>
    exclusively(async () => {
      while (pending.length > 0) await writeSome()
    })
  return {
    append(group, report) {
      pending.push({ group, report })
      if (pending.length > limits.pending) {
        pending.shift()
        options.dropped.results += 1
      }
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
      await exclusively(() => end(current))
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

function numbered(taken: readonly Pending[], next: ReadonlyMap<number, number>): SpooledResult[] {
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
  const words = results.flatMap((result) => writeWords(result) ?? [])
  const figures = writeFrames(results.map(writeResult))
  let wordsBytes = 0
  if (words.length > 0) {
    current.words ??= await open(wordsPath(directory, segment.number), 'w+')
    wordsBytes = await put(current.words, writeFrames(words), segment.wordsBytes)
  }
  const resultBytes = await put(current.results, figures, segment.resultBytes)
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
