import { type FileHandle, open, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readFrames, writeFrames } from './frames.ts'
import { unlessTransient } from './read-errors.ts'
import { decodeResult, decodeTexts, type SpooledResult } from './records.ts'

/** A part of the spool: one file of results and, if some of them have texts, one file of texts ("words"). */
export interface Segment {
  readonly number: number
  /** The next sequence of each shard at the beginning of the segment. */
  readonly next: Map<number, number>
  /** Whether the header is damaged. Then `next` has only shards with results, until `fillHeaders` adds the others. */
  readonly isGuessed?: boolean
  /** The last sequence of each shard at the end of the segment. */
  last: Map<number, number>
  resultBytes: number
  textsBytes: number
  /** The wall time of the last write. */
  writtenAt: number
  /** The monotonic time of the last write; missing if an earlier process wrote it. */
  writtenAtMonotonic?: number
}

interface Header {
  readonly v: 1
  readonly host: string
  readonly next: readonly (readonly [group: number, sequence: number])[]
}

const resultsFilePattern = /^(\d{10})\.results$/

const resultsPath = (directory: string, number: number) => join(directory, `${formatNumber(number)}.results`)
export const textsPath = (directory: string, number: number) => join(directory, `${formatNumber(number)}.words`)

/** Creates the file of a segment. When this returns, the file and its header with the sequences are on the disk. */
export async function createSegment(directory: string, segment: Segment, host: string): Promise<FileHandle> {
  const header: Header = { v: 1, host, next: [...segment.next] }
  // A segment of a lost host id may have this number. Its texts would be taken for texts of the new results.
  await deleteTexts(directory, segment.number)
  const file = await open(resultsPath(directory, segment.number), 'w+')
  try {
    const bytes = writeFrames([Buffer.from(JSON.stringify(header))])
    await file.writeFile(bytes)
    await file.datasync()
    await syncDirectory(directory)
    segment.resultBytes = bytes.length
    return file
  } catch (error) {
    await file.close()
    await deleteSegment(directory, segment.number)
    throw error
  }
}

/**
 * Finds the segments of a host, the oldest first. Deletes segments of other hosts, and those that have neither a header
 * nor a result that can be read.
 */
export async function findSegments(directory: string, host: string): Promise<Segment[]> {
  const segments: Segment[] = []
  const entries = await readdir(directory, { withFileTypes: true })
  // A directory with such a name is ignored: it can be neither read nor deleted as a segment.
  const names = entries.flatMap((entry) => (entry.isFile() ? (resultsFilePattern.exec(entry.name)?.[1] ?? []) : []))
  for (const number of names.map(Number).sort((one, other) => one - other)) {
    const storedHeader = await readHeader(directory, number)
    const header = storedHeader ?? (await guessHeader(directory, number, host))
    if (header?.host !== host) {
      await deleteSegment(directory, number)
      continue
    }
    const [results, textsStat] = await Promise.all([
      stat(resultsPath(directory, number)),
      stat(textsPath(directory, number)).catch(() => undefined),
    ])
    segments.push({
      number,
      next: new Map(header.next),
      isGuessed: storedHeader === undefined,
      last: new Map(),
      resultBytes: results.size,
      textsBytes: textsStat?.size ?? 0,
      writtenAt: results.mtimeMs,
    })
  }
  return segments
}

/** Reads all undamaged results of a segment, with their texts if they still exist. */
export async function readSegment(directory: string, { number }: Segment): Promise<SpooledResult[]> {
  const [results, textsContent] = await Promise.all([
    readFile(resultsPath(directory, number)),
    readFile(textsPath(directory, number)).catch(unlessTransient(Buffer.alloc(0))),
  ])
  const texts = new Map<string, SpooledResult['report']['words']>()
  for (const payload of readFrames(textsContent)) {
    const stored = decodeTexts(payload)
    if (stored) texts.set(`${stored.group} ${stored.sequence}`, stored.words)
  }
  // `decodeResult` returns undefined for the header.
  return [...readFrames(results)].flatMap((payload) => {
    const result = decodeResult(payload)
    if (!result) return []
    const ownTexts = texts.get(`${result.group} ${result.sequence}`)
    return ownTexts ? { ...result, report: { ...result.report, words: ownTexts } } : result
  })
}

export async function deleteSegment(directory: string, number: number): Promise<void> {
  await unlink(textsPath(directory, number)).catch(ignoreMissing)
  await unlink(resultsPath(directory, number)).catch(ignoreMissing)
}

export async function deleteTexts(directory: string, number: number): Promise<void> {
  await unlink(textsPath(directory, number)).catch(ignoreMissing)
}

/** Syncs a directory to the disk: otherwise, a new file in it may be missing after a crash. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readHeader(directory: string, number: number): Promise<Header | undefined> {
  const handle = await open(resultsPath(directory, number), 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0)
    const [payload] = readFrames(buffer.subarray(0, bytesRead))
    return payload === undefined ? undefined : parseHeader(payload)
  } finally {
    await handle.close()
  }
}

function parseHeader(payload: Buffer): Header | undefined {
  try {
    const header = JSON.parse(payload.toString()) as Partial<Header> | null
    return typeof header?.host === 'string' && areSequences(header.next) ? (header as Header) : undefined
  } catch {
    return undefined
  }
}

const areSequences = (next: unknown): boolean =>
  Array.isArray(next) &&
  next.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => Number.isSafeInteger(one)))

/** Reconstructs a damaged header from the first result of each shard; returns undefined if there are no results. */
async function guessHeader(directory: string, number: number, host: string): Promise<Header | undefined> {
  const next = new Map<number, number>()
  for (const payload of readFrames(await readFile(resultsPath(directory, number)))) {
    const result = decodeResult(payload)
    if (result && !next.has(result.group)) next.set(result.group, result.sequence)
  }
  return next.size === 0 ? undefined : { v: 1, host, next: [...next] }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

const formatNumber = (number: number) => String(number).padStart(10, '0')
