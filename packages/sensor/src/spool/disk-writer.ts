import { type FileHandle, open } from 'node:fs/promises'
import { writeFrames } from './frames.ts'
import type { UnnumberedResult } from './memory-spool.ts'
import { type SpooledResult, writeResult, writeTexts } from './records.ts'
import { createSegment, type Segment, textsPath } from './segment.ts'
import type { SpoolLimits, SpoolOptions } from './spool-options.ts'

export interface DiskWriterOptions extends Pick<SpoolOptions, 'directory' | 'now' | 'onDurable'> {
  readonly limits: SpoolLimits
  readonly host: string
  readonly segments: Segment[]
  readonly next: Map<number, number>
  readonly deleteExcess: () => Promise<void>
  /** Frees space by deleting results that the centre has stored. Returns false if there were none. */
  readonly freeSpace: () => Promise<boolean>
  /** Returns the results that could not be written before, to be written now. */
  readonly reclaim: () => readonly UnnumberedResult[]
}

interface DiskWriter {
  /** The last sequence of each shard that is on the disk. */
  readonly durable: ReadonlyMap<number, number>
  /** Starts the first segment. */
  begin(): Promise<unknown>
  /** Writes all pending results. If it throws, the results that could not be written are pending again. */
  writeAll(): Promise<void>
  end(): Promise<void>
}

/** The segment that is written to, with its open files. */
interface OpenSegment {
  readonly segment: Segment
  readonly results: FileHandle
  words: FileHandle | undefined
}

/** The number of results in one write. */
const batch = 5_000

/** Creates the writer of pending results into segments. Calls must not overlap. */
export function createDiskWriter(options: DiskWriterOptions, pending: UnnumberedResult[]): DiskWriter {
  const { limits, next } = options
  const durable = new Map([...next].map(([group, sequence]) => [group, sequence - 1]))
  let current: OpenSegment | undefined

  /** Returns the current segment, or a new one if it is full. */
  const openSegment = async (): Promise<OpenSegment> => {
    const isFull = ({ segment }: OpenSegment) =>
      segment.resultBytes >= limits.segmentBytes || segment.textsBytes >= limits.segmentBytes * 8
    if (current !== undefined && !isFull(current)) return current
    const fresh = await begin(options)
    const before = current
    current = fresh
    if (before === undefined) return fresh
    await end(before)
    await options.deleteExcess()
    return fresh
  }
  const writeSome = async (): Promise<void> => {
    const open = await openSegment()
    const taken = pending.splice(0, batch)
    const results = assignSequences(taken, next)
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
  /** Adds the results that could not be written before: while a slow write runs, there may be new ones each time. */
  const hasUnwritten = (): boolean => {
    pending.unshift(...options.reclaim())
    return pending.length > 0
  }
  return {
    durable,
    begin: openSegment,
    async writeAll() {
      while (hasUnwritten())
        await writeSome().catch(async (error) => {
          // Results that the centre has stored are deleted first.
          if (!(await options.freeSpace())) throw error
          await writeSome()
        })
    },
    async end() {
      if (current !== undefined) await end(current)
    },
  }
}

/**
 * Creates the next segment. A process that starts always creates one, so that it never writes after the incomplete end
 * of an earlier segment.
 */
async function begin({ directory, segments, next, host, now }: DiskWriterOptions): Promise<OpenSegment> {
  const number = (segments.at(-1)?.number ?? 0) + 1
  const segment: Segment = {
    number,
    next: new Map(next),
    last: new Map([...next].map(([group, sequence]) => [group, sequence - 1])),
    resultBytes: 0,
    textsBytes: 0,
    written: now(),
  }
  const results = await createSegment(directory, segment, host)
  segments.push(segment)
  return { segment, results, words: undefined }
}

async function end({ results, words }: OpenSegment): Promise<void> {
  await results.close()
  await words?.close()
}

function assignSequences(taken: readonly UnnumberedResult[], next: ReadonlyMap<number, number>): SpooledResult[] {
  const counts = new Map(next)
  return taken.map((unnumbered) => {
    const { group } = unnumbered
    const sequence = counts.get(group) ?? 1
    counts.set(group, sequence + 1)
    return { ...unnumbered, sequence }
  })
}

/**
 * Writes results to the current segment. Texts come first, so that a result on the disk always has its texts. After a
 * failed write, the next one overwrites it at the same offset.
 */
async function write(
  current: OpenSegment,
  results: readonly SpooledResult[],
  { directory }: DiskWriterOptions,
): Promise<void> {
  const { segment } = current
  const words = results.flatMap((result) => writeTexts(result) ?? [])
  const resultFrames = writeFrames(results.map(writeResult))
  let wordsBytes = 0
  if (words.length > 0) {
    current.words ??= await open(textsPath(directory, segment.number), 'w+')
    wordsBytes = await put(current.words, writeFrames(words), segment.textsBytes)
  }
  const resultBytes = await put(current.results, resultFrames, segment.resultBytes)
  segment.textsBytes += wordsBytes
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
