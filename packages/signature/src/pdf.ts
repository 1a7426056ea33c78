import { hashContent } from './cades.ts'
import { filesKey, stampedKey } from './locate-signature.ts'
import { getEntry, type PdfRevision, readLastRevision, readPdfObject, resolveValue } from './pdf-file.ts'
import { type PdfDictionary, PdfError, readArray, readReference } from './pdf-syntax.ts'
import { type CadesOptions, signCades } from './sign-cades.ts'
import { verifyPdf } from './verify.ts'

export interface SignPdfOptions extends CadesOptions {
  /** The signer and the reason, as PDF readers show them. */
  readonly name: string
  readonly reason: string
  readonly signedAt: Date
  /** SHA-256 digests, in hexadecimal, of files that belong to the PDF, by name: the signature covers them too. */
  readonly files?: Readonly<Record<string, string>> | undefined
  /** Space for the signature, by default 12 000 bytes: a certificate chain and a time stamp take about 6 kB. */
  readonly reservedBytes?: number | undefined
}

const defaultReservedBytes = 12_000

/**
 * Signs a PDF file as PAdES baseline B-B, or B-T with a time stamp. The signature is appended, so the file itself stays
 * as it is. It must have one classic cross-reference table and no form.
 */
export async function signPdf(bytes: Uint8Array, options: SignPdfOptions): Promise<Buffer> {
  const reservedBytes = options.reservedBytes ?? defaultReservedBytes
  const { file, gap } = appendSignature(bytes, { ...options, reservedBytes })
  const digest = hashContent(file.subarray(0, gap.start), file.subarray(gap.end))
  const signature = await signCades(digest, options)
  if (signature.length > reservedBytes)
    throw new PdfError(`the signature has ${signature.length} bytes; there is room for ${reservedBytes}`)
  file.write(signature.toString('hex'), gap.start + 1, 'latin1')
  const { status, findings } = verifyPdf(file, { now: options.signedAt })
  if (status === 'invalid')
    throw new PdfError(
      `the signature does not verify: ${findings.find(({ outcome }) => outcome === 'failed')?.message}`,
    )
  return file
}

interface UnsignedPdf {
  readonly file: Buffer
  /** The position of the value of /Contents with its brackets, the only part that the signature does not cover. */
  readonly gap: { readonly start: number; readonly end: number }
}

/** Appends everything but the signature itself. */
function appendSignature(bytes: Uint8Array, options: SignPdfOptions & { readonly reservedBytes: number }): UnsignedPdf {
  const revision = readLastRevision(bytes)
  const { root, size } = checkRevision(revision)
  const page = findFirstPage(revision, root)
  const [signature, field] = [size, size + 1]
  const update = new PdfUpdate(bytes.length)
  const contentsEnd = update.add(signature, describeSignature(options)) - '\nendobj\n'.length - '>>'.length
  update.add(field, describeField({ page: page.number, signature }))
  update.add(root.number, setEntry(root.dictionary, 'AcroForm', `<</Fields [${field} 0 R]/SigFlags 3>>`))
  update.add(page.number, setEntry(page.dictionary, 'Annots', describeAnnotations(revision, page.dictionary, field)))
  update.close(revision, size + 2)
  const file = Buffer.concat([bytes, Buffer.from(update.text, 'latin1')])
  const gap = { start: contentsEnd - options.reservedBytes * 2 - 2, end: contentsEnd }
  const range = `[0 ${gap.start} ${gap.end} ${file.length - gap.end}]`.padEnd(emptyByteRange.length)
  file.write(range, file.lastIndexOf(emptyByteRange, gap.start), 'latin1')
  return { file, gap }
}

const emptyByteRange = '[0 0000000000 0000000000 0000000000]'

interface NumberedObject {
  readonly number: number
  readonly dictionary: PdfDictionary
}

function checkRevision(revision: PdfRevision): { readonly root: NumberedObject; readonly size: number } {
  const { trailer } = revision
  if (trailer.entries.has('Prev')) throw new PdfError('the file was changed by an update; only new files are signed')
  if (trailer.entries.has('XRefStm')) throw new PdfError('the file has a cross-reference stream')
  if (trailer.entries.has('Encrypt')) throw new PdfError('the file is encrypted')
  const number = readReference(getEntry(trailer, 'Root').text)
  const dictionary = readPdfObject(revision, number)
  if (number === undefined || dictionary.entries.has('AcroForm'))
    throw new PdfError('the file already has a form, and perhaps a signature')
  const size = Number(getEntry(trailer, 'Size').text)
  if (!Number.isSafeInteger(size) || size < 1 || [...revision.offsets.keys()].some((each) => each >= size))
    throw new PdfError('/Size of the file is wrong')
  return { root: { number, dictionary }, size }
}

function findFirstPage(revision: PdfRevision, root: NumberedObject): NumberedObject {
  let number = readReference(getEntry(root.dictionary, 'Pages').text)
  for (let level = 0; level < 64 && number !== undefined; level += 1) {
    const dictionary = readPdfObject(revision, number)
    const kids = dictionary.entries.get('Kids')
    if (kids === undefined) return { number, dictionary }
    number = readReference(readArray(resolveValue(revision, kids))[0])
  }
  throw new PdfError('the file has no page')
}

/** Collects the objects of an update and their offsets in the file. */
class PdfUpdate {
  text = '\n'
  readonly #start: number
  readonly #offsets = new Map<number, number>()

  constructor(start: number) {
    this.#start = start
  }

  /** Adds an object and returns the offset of its end in the file. */
  add(number: number, body: string): number {
    this.#offsets.set(number, this.#start + this.text.length)
    this.text += `${number} 0 obj\n${body}\nendobj\n`
    return this.#start + this.text.length
  }

  /** Writes the cross-reference table and a trailer that refers to the previous revision. */
  close({ start, trailer }: PdfRevision, size: number): void {
    const table = this.#start + this.text.length
    const rows = [...this.#offsets]
      .toSorted(([one], [other]) => one - other)
      .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    const keptEntries = ['Root', 'Info', 'ID'].flatMap((key) => {
      const value = trailer.entries.get(key)
      return value === undefined ? [] : [`/${key} ${value.text}`]
    })
    this.text += `xref\n${rows.join('')}trailer\n<</Size ${size}${keptEntries.join('')}/Prev ${start}>>\n`
    this.text += `startxref\n${table}\n%%EOF\n`
  }
}

/** /Contents comes last, so that its offset can be computed from the end of the object. */
function describeSignature({ name, reason, signedAt, timeStamp, files, reservedBytes = 0 }: SignPdfOptions): string {
  const time = signedAt.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  return [
    '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached',
    `/M (D:${time}Z)/Name ${encodeText(name)}/Reason ${encodeText(reason)}`,
    // The signature does not cover the time stamp: without this entry, the stamp could be removed unnoticed.
    `/${stampedKey} ${timeStamp !== undefined}`,
    ...(files === undefined ? [] : [`/${filesKey} ${encodeText(JSON.stringify(files))}`]),
    `/ByteRange ${emptyByteRange}/Contents <${'0'.repeat(reservedBytes * 2)}>>>`,
  ].join('')
}

/** PDF/A requires the flags Print and Locked (132), and allows a field without an area to have no appearance. */
const describeField = ({ page, signature }: { readonly page: number; readonly signature: number }): string =>
  `<</Type/Annot/Subtype/Widget/FT/Sig/T (Signature)/F 132/Rect [0 0 0 0]/P ${page} 0 R/V ${signature} 0 R>>`

function describeAnnotations(revision: PdfRevision, page: PdfDictionary, field: number): string {
  const existing = page.entries.get('Annots')
  const items = existing === undefined ? [] : readArray(resolveValue(revision, existing))
  return `[${[...items, `${field} 0 R`].join(' ')}]`
}

/** Returns the text of a dictionary with an entry added or replaced. */
function setEntry({ entries, start, text }: PdfDictionary, key: string, value: string): string {
  const existing = entries.get(key)
  if (existing === undefined) return `${text.slice(0, -'>>'.length)}/${key} ${value}>>`
  return `${text.slice(0, existing.start - start)}${value}${text.slice(existing.end - start)}`
}

const encodeText = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
