import { type FileHandle, open, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readFrames, writeFrames } from './frames.ts'
import { decodeTexts, readResult, type SpooledResult } from './records.ts'

/** A stretch of the spool: one file of results and, where there are any, one of words. */
export interface Segment {
  readonly number: number
  /** The sequence that comes next in each group when the segment begins. */
  readonly next: Map<number, number>
  /** The header is damaged: `next` knows only groups with results in the segment until it is completed. */
  readonly isGuessed?: boolean
  /** The last sequence of each group in it. */
  last: Map<number, number>
  resultBytes: number
  wordsBytes: number
  /** When something was written to it last. */
  written: number
}

interface Header {
  readonly v: 1
  readonly host: string
  readonly next: readonly (readonly [group: number, sequence: number])[]
}

const resultsFile = /^(\d{10})\.results$/

const resultsPath = (directory: string, number: number) => join(directory, `${name(number)}.results`)
export const wordsPath = (directory: string, number: number) => join(directory, `${name(number)}.words`)

/** Begins a segment. When this returns, it and what it says about sequences are on the disk. */
export async function createSegment(directory: string, segment: Segment, host: string): Promise<FileHandle> {
  const header: Header = { v: 1, host, next: [...segment.next] }
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

/** The segments of a host, the oldest first. Those whose header is torn hold nothing and are deleted. */
export async function findSegments(directory: string, host: string): Promise<Segment[]> {
  const segments: Segment[] = []
  const entries = await readdir(directory, { withFileTypes: true })
  // A directory of such a name is not ours: it can be neither read nor deleted as a segment.
  const names = entries.flatMap((entry) => (entry.isFile() ? (resultsFile.exec(entry.name)?.[1] ?? []) : []))
  for (const number of names.map(Number).sort((one, other) => one - other)) {
    const read = await readHeader(directory, number)
    const header = read ?? (await guessHeader(directory, number, host))
    if (header?.host !== host) {
      await deleteSegment(directory, number)
      continue
    }
    const [results, words] = await Promise.all([
      stat(resultsPath(directory, number)),
      stat(wordsPath(directory, number)).catch(() => undefined),
    ])
    segments.push({
      number,
      next: new Map(header.next),
      isGuessed: read === undefined,
      last: new Map(),
      resultBytes: results.size,
      wordsBytes: words?.size ?? 0,
      written: results.mtimeMs,
    })
  }
  return segments
}

/** All whole results of a segment with their words, as far as they are still there. */
export async function readSegment(directory: string, { number }: Segment): Promise<SpooledResult[]> {
  const [results, words] = await Promise.all([
    readFile(resultsPath(directory, number)),
    readFile(wordsPath(directory, number)).catch(() => Buffer.alloc(0)),
  ])
  const said = new Map<string, SpooledResult['report']['words']>()
  for (const payload of readFrames(words)) {
    const read = decodeTexts(payload)
    if (read) said.set(`${read.group} ${read.sequence}`, read.words)
  }
  // The header is no result.
  return [...readFrames(results)].flatMap((payload) => {
    const read = readResult(payload)
    if (!read) return []
    const spoken = said.get(`${read.group} ${read.sequence}`)
    return spoken ? { ...read, report: { ...read.report, words: spoken } } : read
  })
}

export async function deleteSegment(directory: string, number: number): Promise<void> {
  await unlink(wordsPath(directory, number)).catch(ignoreMissing)
  await unlink(resultsPath(directory, number)).catch(ignoreMissing)
}

export async function deleteTexts(directory: string, number: number): Promise<void> {
  await unlink(wordsPath(directory, number)).catch(ignoreMissing)
}

/** A new name in a directory lasts only when the directory is written too. */
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
    return payload === undefined ? undefined : headerIn(payload)
  } finally {
    await handle.close()
  }
}

function headerIn(payload: Buffer): Header | undefined {
  try {
    const header = JSON.parse(payload.toString()) as Partial<Header> | null
    return typeof header?.host === 'string' && arePlaces(header.next) ? (header as Header) : undefined
  } catch {
    return undefined
  }
}

const arePlaces = (next: unknown): boolean =>
  Array.isArray(next) &&
  next.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => Number.isSafeInteger(one)))

/** The header is damaged, but not all that follows it: it begins where the first of its results is. */
async function guessHeader(directory: string, number: number, host: string): Promise<Header | undefined> {
  const next = new Map<number, number>()
  for (const payload of readFrames(await readFile(resultsPath(directory, number)))) {
    const read = readResult(payload)
    if (read && !next.has(read.group)) next.set(read.group, read.sequence)
  }
  return next.size === 0 ? undefined : { v: 1, host, next: [...next] }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

const name = (number: number) => String(number).padStart(10, '0')
