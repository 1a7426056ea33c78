import {
  type PdfDictionary,
  PdfError,
  type PdfSlice,
  readDictionary,
  readReference,
  readValue,
  skipSpace,
} from './pdf-syntax.ts'

/** One revision of a file: a classic cross-reference table with its trailer. */
export interface PdfRevision {
  readonly file: string
  /** Where the table starts. */
  readonly start: number
  readonly offsets: ReadonlyMap<number, number>
  readonly trailer: PdfDictionary
}

/** Reads the newest revision of a file. */
export function readLastRevision(bytes: Uint8Array): PdfRevision {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  if (!file.startsWith('%PDF-')) throw new PdfError('not a PDF file')
  const tail = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(file.slice(-64))
  if (tail === null) throw new PdfError('the end of the file is damaged')
  const start = Number(tail[1])
  if (/^\d+\s+\d+\s+obj/.test(file.slice(start, start + 32)))
    throw new PdfError('the file has a cross-reference stream; only a classic table is supported')
  return { file, start, ...readTable(file, start) }
}

/** Returns the dictionary of an object that the revision lists. */
export function readPdfObject(revision: PdfRevision, number: number | undefined): PdfDictionary {
  const { file } = revision
  return readDictionary(file, findObject(revision, number))
}

/** Follows a reference to its value; any other value is returned unchanged. */
export function resolveValue(revision: PdfRevision, value: PdfSlice): PdfSlice {
  const number = readReference(value.text)
  return number === undefined ? value : readValue(revision.file, findObject(revision, number))
}

export function getEntry({ entries }: PdfDictionary, key: string): PdfSlice {
  const value = entries.get(key)
  if (value === undefined) throw new PdfError(`/${key} is missing`)
  return value
}

function findObject({ file, offsets }: PdfRevision, number: number | undefined): number {
  const offset = number === undefined ? undefined : offsets.get(number)
  if (offset === undefined) throw new PdfError('an object is missing')
  const opening = `${number} 0 obj`
  if (!file.startsWith(opening, offset)) throw new PdfError(`object ${number} is not where the table says`)
  return skipSpace(file, offset + opening.length)
}

function readTable(file: string, start: number): Pick<PdfRevision, 'offsets' | 'trailer'> {
  const offsets = new Map<number, number>()
  const heading = /xref[ ]*\r?\n/y
  const section = /(\d{1,10}) (\d{1,10})[ ]*\r?\n/y
  const entry = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y
  heading.lastIndex = start
  if (!heading.test(file)) throw new PdfError('the cross-reference table is missing')
  let at = heading.lastIndex
  for (section.lastIndex = at; ; section.lastIndex = at) {
    const range = section.exec(file)
    if (range === null) break
    at = section.lastIndex
    const [first, count] = [Number(range[1]), Number(range[2])]
    for (let number = first; number < first + count; number += 1) {
      entry.lastIndex = at
      const row = entry.exec(file)
      if (row === null) throw new PdfError('the cross-reference table is damaged')
      at = entry.lastIndex
      if (row[3] === 'n') offsets.set(number, Number(row[1]))
    }
  }
  if (!file.startsWith('trailer', at)) throw new PdfError('the trailer is missing')
  return { offsets, trailer: readDictionary(file, skipSpace(file, at + 'trailer'.length)) }
}
