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
  const match = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(file.slice(-64))
  if (match === null) throw new PdfError('the end of the file is damaged')
  const start = Number(match[1])
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
  const objectHeader = `${number} 0 obj`
  if (!file.startsWith(objectHeader, offset)) throw new PdfError(`object ${number} is not where the table says`)
  return skipSpace(file, offset + objectHeader.length)
}

function readTable(file: string, start: number): Pick<PdfRevision, 'offsets' | 'trailer'> {
  const offsets = new Map<number, number>()
  const headingPattern = /xref[ ]*\r?\n/y
  const sectionPattern = /(\d{1,10}) (\d{1,10})[ ]*\r?\n/y
  const entryPattern = /(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n)/y
  headingPattern.lastIndex = start
  if (!headingPattern.test(file)) throw new PdfError('the cross-reference table is missing')
  let at = headingPattern.lastIndex
  for (sectionPattern.lastIndex = at; ; sectionPattern.lastIndex = at) {
    const range = sectionPattern.exec(file)
    if (range === null) break
    at = sectionPattern.lastIndex
    const [first, count] = [Number(range[1]), Number(range[2])]
    for (let number = first; number < first + count; number += 1) {
      entryPattern.lastIndex = at
      const row = entryPattern.exec(file)
      if (row === null) throw new PdfError('the cross-reference table is damaged')
      at = entryPattern.lastIndex
      if (row[3] === 'n') offsets.set(number, Number(row[1]))
    }
  }
  if (!file.startsWith('trailer', at)) throw new PdfError('the trailer is missing')
  return { offsets, trailer: readDictionary(file, skipSpace(file, at + 'trailer'.length)) }
}
