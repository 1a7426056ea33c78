import { hashContent } from './cades.ts'
import { filesKey, stampedKey } from './locate-signature.ts'
import { getEntry, type PdfRevision, readLastRevision, readPdfObject, resolveValue } from './pdf-file.ts'
import { type PdfDictionary, PdfError, readArray, readReference } from './pdf-syntax.ts'
import { type CadesOptions, signCades } from './sign-cades.ts'
import { verifyPdf } from './verify.ts'

export interface SignPdfOptions extends CadesOptions {
  /** Who signs, and why, as readers show it. */
  readonly name: string
  readonly reason: string
  readonly signedAt: Date
  /** SHA-256 digests, in hexadecimal, of files that belong to this one, by name: the signature covers them too. */
  readonly files?: Readonly<Record<string, string>> | undefined
  /** Space for the signature, 12 000 bytes unless given: a chain of certificates and a time stamp take some 6 kB. */
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
  /** Where the value of /Contents is, with its brackets: all that the signature does not cover. */
  readonly gap: { readonly start: number; readonly end: number }
}

/** Appends everything but the signature itself. */
function appendSignature(bytes: Uint8Array, options: SignPdfOptions & { readonly reservedBytes: number }): UnsignedPdf {
  const revision = readLastRevision(bytes)
  const { root, size } = checkRevision(revision)
  const page = findFirstPage(revision, root)
  const [signature, field] = [size, size + 1]
  const update = new Update(bytes.length)
  const contentsAt = update.add(signature, describeSignature(options)) - '\nendobj\n'.length - '>>'.length
  update.add(field, describeField({ page: page.number, signature }))
  update.add(root.number, withEntry(root.dictionary, 'AcroForm', `<</Fields [${field} 0 R]/SigFlags 3>>`))
  update.add(page.number, withEntry(page.dictionary, 'Annots', describeAnnotations(revision, page.dictionary, field)))
  update.close(revision, size + 2)
  const file = Buffer.concat([bytes, Buffer.from(update.text, 'latin1')])
  const gap = { start: contentsAt - options.reservedBytes * 2 - 2, end: contentsAt }
  const range = `[0 ${gap.start} ${gap.end} ${file.length - gap.end}]`.padEnd(emptyRange.length)
  file.write(range, file.lastIndexOf(emptyRange, gap.start), 'latin1')
  return { file, gap }
}

const emptyRange = '[0 0000000000 0000000000 0000000000]'

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
    throw new PdfError('the file has a form, and perhaps a signature, already')
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

/** Collects the objects of an update and their places in the file. */
class Update {
  text = '\n'
  readonly #start: number
  readonly #offsets = new Map<number, number>()

  constructor(start: number) {
    this.#start = start
  }

  /** Returns where the object ends in the file. */
  add(number: number, body: string): number {
    this.#offsets.set(number, this.#start + this.text.length)
    this.text += `${number} 0 obj\n${body}\nendobj\n`
    return this.#start + this.text.length
  }

  /** Writes the table and a trailer that leads to the previous revision. */
  close({ start, trailer }: PdfRevision, size: number): void {
    const table = this.#start + this.text.length
    const rows = [...this.#offsets]
      .toSorted(([one], [other]) => one - other)
      .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    const kept = ['Root', 'Info', 'ID'].flatMap((key) => {
      const value = trailer.entries.get(key)
      return value === undefined ? [] : [`/${key} ${value.text}`]
    })
    this.text += `xref\n${rows.join('')}trailer\n<</Size ${size}${kept.join('')}/Prev ${start}>>\n`
    this.text += `startxref\n${table}\n%%EOF\n`
  }
}

/** /Contents comes last, so that its place follows from the end of the object. */
function describeSignature({ name, reason, signedAt, timeStamp, files, reservedBytes = 0 }: SignPdfOptions): string {
  const time = signedAt.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  return [
    '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached',
    `/M (D:${time}Z)/Name ${encodeText(name)}/Reason ${encodeText(reason)}`,
    // A time stamp is not covered by the signature: without this, it could be taken away unnoticed.
    `/${stampedKey} ${timeStamp !== undefined}`,
    ...(files === undefined ? [] : [`/${filesKey} ${encodeText(JSON.stringify(files))}`]),
    `/ByteRange ${emptyRange}/Contents <${'0'.repeat(reservedBytes * 2)}>>>`,
  ].join('')
}

/** PDF/A wants the flags Print and Locked (132), and no appearance for a field without an area. */
const describeField = ({ page, signature }: { readonly page: number; readonly signature: number }): string =>
  `<</Type/Annot/Subtype/Widget/FT/Sig/T (Signature)/F 132/Rect [0 0 0 0]/P ${page} 0 R/V ${signature} 0 R>>`

function describeAnnotations(revision: PdfRevision, page: PdfDictionary, field: number): string {
  const present = page.entries.get('Annots')
  const items = present === undefined ? [] : readArray(resolveValue(revision, present))
  return `[${[...items, `${field} 0 R`].join(' ')}]`
}

/** Returns the text of a dictionary with an entry added or replaced. */
function withEntry({ entries, start, text }: PdfDictionary, key: string, value: string): string {
  const present = entries.get(key)
  if (present === undefined) return `${text.slice(0, -'>>'.length)}/${key} ${value}>>`
  return `${text.slice(0, present.start - start)}${value}${text.slice(present.end - start)}`
}

const encodeText = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
