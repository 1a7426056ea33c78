import { type FileHandle, open, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { readFrames, writeFrames } from './frames.ts'
import { readResult, readWords, type SpooledResult } from './records.ts'

/** By group. */
export type Places = ReadonlyMap<number, number>

/** A stretch of the spool: one file of results and, where there are any, one of words. */
export interface Segment {
  readonly number: number
  /** The sequence that comes next in each group when the segment begins. */
  readonly next: Places
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
    await file.write(bytes, 0, bytes.length, 0)
    await file.datasync()
    await syncDirectory(directory)
    segment.resultBytes = bytes.length
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The segments of a host, the oldest first. Those whose header is torn hold nothing and are deleted. */
export async function findSegments(directory: string, host: string): Promise<Segment[]> {
  const segments: Segment[] = []
  const names = (await readdir(directory)).flatMap((file) => resultsFile.exec(file)?.[1] ?? [])
  for (const number of names.map(Number).sort((one, other) => one - other)) {
    const header = await readHeader(directory, number)
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
    const read = readWords(payload)
    if (read) said.set(`${read.group} ${read.sequence}`, read.words)
  }
  return [...readFrames(results)].slice(1).flatMap((payload) => {
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

export async function deleteWords(directory: string, number: number): Promise<void> {
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
    return payload === undefined ? undefined : JSON.parse(payload.toString())
  } finally {
    await handle.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

const name = (number: number) => String(number).padStart(10, '0')
