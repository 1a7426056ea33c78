import { type FileHandle, open } from 'node:fs/promises'
import { writeFrames } from './frames.ts'
import type { UnnumberedResult } from './memory-spool.ts'
import { type SpooledResult, writeResult, writeTexts } from './records.ts'
import { createSegment, type Segment, wordsPath } from './segment.ts'
import type { SpoolLimits, SpoolOptions } from './spool-options.ts'

export interface DiskWriterOptions extends Pick<SpoolOptions, 'directory' | 'now' | 'onDurable'> {
  readonly limits: SpoolLimits
  readonly host: string
  readonly segments: Segment[]
  readonly next: Map<number, number>
  readonly tidy: () => Promise<void>
  /** Makes room at the cost of what the centre has; tells whether there was any. */
  readonly shed: () => Promise<boolean>
  /** The disk takes something again: gives the results that it did not take, to be written now. */
  readonly reclaim: () => readonly UnnumberedResult[]
}

interface DiskWriter {
  /** The last sequence of each group that is on the disk. */
  readonly durable: ReadonlyMap<number, number>
  /** Begins the segment that is written to. */
  begin(): Promise<unknown>
  /** Writes until nothing waits. Where it throws, what the disk did not take waits again. */
  writeAll(): Promise<void>
  end(): Promise<void>
}

interface Open {
  readonly segment: Segment
  readonly results: FileHandle
  words: FileHandle | undefined
}

/** How many results are written at once. */
const batch = 5_000

/** Writes what is pending into segments, one call at a time. */
export function createDiskWriter(options: DiskWriterOptions, pending: UnnumberedResult[]): DiskWriter {
  const { limits, next } = options
  const durable = new Map([...next].map(([group, sequence]) => [group, sequence - 1]))
  let current: Open | undefined

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
  return {
    durable,
    begin: roomy,
    async writeAll() {
      while (hasUnwritten())
        await writeSome().catch(async (error) => {
          // What the centre has is the first to go.
          if (!(await options.shed())) throw error
          await writeSome()
        })
    },
    async end() {
      if (current !== undefined) await end(current)
    },
  }
}

/** Every start and every full segment begins a new one: behind a torn end nothing is written. */
async function begin({ directory, segments, next, host, now }: DiskWriterOptions): Promise<Open> {
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
async function write(
  current: Open,
  results: readonly SpooledResult[],
  { directory }: DiskWriterOptions,
): Promise<void> {
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
