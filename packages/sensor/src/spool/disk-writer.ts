import { type FileHandle, open } from 'node:fs/promises'
import { writeFrames } from './frames.ts'
import type { UnnumberedResult } from './memory-spool.ts'
import { encodeResult, encodeTexts, type SpooledResult } from './records.ts'
import { createSegment, type Segment, textsPath } from './segment.ts'
import type { SpoolLimits, SpoolOptions } from './spool-options.ts'

export interface DiskWriterOptions extends Pick<SpoolOptions, 'directory' | 'now' | 'onDurable'> {
  readonly monotonic: () => number
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
  /** Starts the first segment of this process. */
  begin(): Promise<unknown>
  /** Writes all pending results. If it throws, the results that could not be written are pending again. */
  writeAll(): Promise<void>
  end(): Promise<void>
}

/** The segment that is written to, with its open files. */
interface OpenSegment {
  readonly segment: Segment
  readonly results: FileHandle
  texts: FileHandle | undefined
}

/** The number of results in one write. */
const batchSize = 5_000

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
    const opened = await openNextSegment(options)
    const previous = current
    current = opened
    if (previous === undefined) return opened
    await closeSegment(previous)
    await options.deleteExcess()
    return opened
  }
  const writeBatch = async (): Promise<void> => {
    const opened = await openSegment()
    const taken = pending.splice(0, batchSize)
    const results = assignSequences(taken, next)
    try {
      await write(opened, results, options)
    } catch (error) {
      pending.unshift(...taken)
      throw error
    }
    for (const { group, sequence } of results) {
      // Never lower: meanwhile a mark of the centre may have skipped sequences.
      next.set(group, Math.max(next.get(group) ?? 1, sequence + 1))
      durable.set(group, sequence)
      opened.segment.last.set(group, sequence)
    }
    opened.segment.writtenAt = options.now()
    opened.segment.writtenAtMonotonic = options.monotonic()
    options.onDurable(results)
  }
  /**
   * Adds the results that could not be written before, and returns whether any are pending. More may come during each
   * slow write.
   */
  const collectPending = (): boolean => {
    pending.unshift(...options.reclaim())
    return pending.length > 0
  }
  return {
    durable,
    begin: openSegment,
    async writeAll() {
      while (collectPending())
        await writeBatch().catch(async (error) => {
          // The disk may be full: results that the centre has stored are deleted, and the write is repeated once.
          if (!(await options.freeSpace())) throw error
          await writeBatch()
        })
    },
    async end() {
      if (current !== undefined) await closeSegment(current)
    },
  }
}

/**
 * Creates the next segment. A process that starts always creates one, so that it never writes after the incomplete end
 * of an earlier segment.
 */
async function openNextSegment(options: DiskWriterOptions): Promise<OpenSegment> {
  const { directory, segments, next, host } = options
  const number = (segments.at(-1)?.number ?? 0) + 1
  const segment: Segment = {
    number,
    next: new Map(next),
    last: new Map([...next].map(([group, sequence]) => [group, sequence - 1])),
    resultBytes: 0,
    textsBytes: 0,
    writtenAt: options.now(),
    writtenAtMonotonic: options.monotonic(),
  }
  const results = await createSegment(directory, segment, host)
  segments.push(segment)
  return { segment, results, texts: undefined }
}

async function closeSegment({ results, texts }: OpenSegment): Promise<void> {
  await results.close()
  await texts?.close()
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
  const texts = results.flatMap((result) => encodeTexts(result) ?? [])
  const resultFrames = writeFrames(results.map(encodeResult))
  let textsBytes = 0
  if (texts.length > 0) {
    current.texts ??= await open(textsPath(directory, segment.number), 'w+')
    textsBytes = await writeAt(current.texts, writeFrames(texts), segment.textsBytes)
  }
  const resultBytes = await writeAt(current.results, resultFrames, segment.resultBytes)
  segment.textsBytes += textsBytes
  segment.resultBytes += resultBytes
}

async function writeAt(file: FileHandle, bytes: Buffer, offset: number): Promise<number> {
  await file.truncate(offset)
  for (let writtenBytes = 0; writtenBytes < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, writtenBytes, bytes.length - writtenBytes, offset + writtenBytes)
    writtenBytes += bytesWritten
  }
  await file.datasync()
  return bytes.length
}
