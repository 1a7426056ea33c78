import { getEntry, type PdfRevision, readLastRevision, readPdfObject } from './pdf-file.ts'
import { type PdfDictionary, PdfError, type PdfSlice, readArray, readDictionary, readReference } from './pdf-syntax.ts'

/** The position of the signature in a file, and the entries of its dictionary. */
export interface LocatedSignature {
  readonly byteRange: readonly number[]
  /** The value of /Contents with its brackets. */
  readonly contents: PdfSlice
  readonly signedAt: Date
  readonly name: string
  readonly reason: string
  /** Whether the signature was made with a time stamp. */
  readonly isStamped: boolean
  /** Digests of other files that the signer vouches for, by name. */
  readonly files: ReadonlyMap<string, string>
}

/** Names that start with XX are free for private use. */
export const stampedKey = 'XXTimeStamp'
export const filesKey = 'XXFiles'

/**
 * Finds the only signature as PDF readers do: from the end of the file through the catalog and the form. A text search
 * could be misled by a report that quotes such text.
 */
export function locateSignature(bytes: Uint8Array): LocatedSignature {
  const revision = readLastRevision(bytes)
  const signature = findSignatureDictionary(revision)
  if (getEntry(signature, 'SubFilter').text !== '/ETSI.CAdES.detached')
    throw new PdfError('the signature is of another kind than PAdES')
  return {
    byteRange: readArray(getEntry(signature, 'ByteRange')).map(Number),
    contents: getEntry(signature, 'Contents'),
    signedAt: parseDate(getEntry(signature, 'M').text),
    name: parseText(getEntry(signature, 'Name').text),
    reason: parseText(getEntry(signature, 'Reason').text),
    isStamped: getEntry(signature, stampedKey).text === 'true',
    files: parseFiles(signature.entries.get(filesKey)?.text),
  }
}

function findSignatureDictionary(revision: PdfRevision): PdfDictionary {
  const root = readReference(getEntry(revision.trailer, 'Root').text)
  if (root === undefined || !revision.offsets.has(root))
    throw new PdfError('the last change of the file is not a signature')
  const form = readPdfObject(revision, root).entries.get('AcroForm')
  if (form === undefined) throw new PdfError('the file is not signed')
  const fields = readArray(getEntry(readDictionary(revision.file, form.start), 'Fields'))
  if (fields.length !== 1) throw new PdfError(`the file has ${fields.length} form fields; one signature was expected`)
  const field = readPdfObject(revision, readReference(fields[0]))
  if (getEntry(field, 'FT').text !== '/Sig') throw new PdfError('the form field is not a signature')
  return readPdfObject(revision, readReference(getEntry(field, 'V').text))
}

function parseDate(text: string): Date {
  const match = /^\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)$/.exec(text)
  const [, year, month, day, hour, minute, second] = match ?? []
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time.getTime())) throw new PdfError('the time of the signature is damaged')
  return time
}

function parseFiles(text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined) return new Map()
  const files: unknown = JSON.parse(parseText(text))
  if (typeof files !== 'object' || files === null) throw new PdfError('the list of files is damaged')
  const entries = Object.entries(files)
  if (entries.some(([, digest]) => typeof digest !== 'string' || !/^[0-9a-f]{64}$/.test(digest)))
    throw new PdfError('the list of files is damaged')
  return new Map(entries as [string, string][])
}

function parseText(text: string): string {
  const match = /^<feff((?:[0-9a-f]{4})*)>$/.exec(text)
  if (match === null) throw new PdfError('a text of the signature is damaged')
  return Buffer.from(match[1] ?? '', 'hex')
    .swap16()
    .toString('utf16le')
}
