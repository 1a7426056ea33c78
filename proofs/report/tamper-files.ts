import { hash } from 'node:crypto'
import { makeSelfSigned, signPdf, verifyPdf } from '@wachta/signature'
import { locateSignature } from '@wachta/signature/src/locate-signature.ts'
import { verifyWith } from '@wachta/signature/src/verify.ts'
import { sql } from 'kysely'
import { randomAt } from '../fuzz/random.ts'
import type { Break } from './breaks.ts'
import type { Stage } from './stage.ts'

export interface Tampering {
  readonly tampered: number
  readonly detected: number
}

export interface TamperOptions {
  readonly seed: number
  /** Random offsets of each file. */
  readonly offsets: number
  /** Of what the digest does not cover, every offset (1) or every so many. */
  readonly step: number
  readonly broken?: Break | undefined
  readonly print: (line: string) => void
}

type IsAuthentic = (content: Buffer) => boolean

/** Changes one byte of every file of every report, at many places, and verifies the file each time. */
export async function tamperWithFiles(stage: Stage, options: TamperOptions): Promise<Tampering> {
  let [tampered, detected] = [0, 0]
  const random = randomAt(options.seed, 0x66696c65)
  for (const [place, file] of (await loadFiles(stage)).entries()) {
    const { content, isAuthentic, critical } = await prepare(file, options)
    if (!isAuthentic(content)) throw new Error(`${file.name} is not authentic before it is changed`)
    // Every offset of what is not covered by the digest, once: it is the same code for all files.
    const everywhere = place === 0 ? critical.filter((_, index) => index % options.step === 0) : []
    const places = [...everywhere, ...Array.from({ length: options.offsets }, () => random.below(content.length))]
    const missed = places.filter((offset) => !isNoticed(content, offset, { isAuthentic, bit: random.below(8) }))
    if (missed.length > 0) options.print(`${file.name}: not noticed at ${missed.slice(0, 20).join(', ')}`)
    tampered += places.length
    detected += places.length - missed.length
  }
  return { tampered, detected }
}

function isNoticed(
  content: Buffer,
  offset: number,
  { isAuthentic, bit }: { isAuthentic: IsAuthentic; bit: number },
): boolean {
  const byte = content[offset] ?? 0
  content[offset] = byte ^ (1 << bit)
  const isStill = isAuthentic(content)
  content[offset] = byte
  return !isStill
}

interface StoredFile {
  readonly name: string
  readonly type_id: string
  readonly content: Buffer
  /** From the link of the chain of evidence. */
  readonly sealed: Buffer
}

async function loadFiles({ db }: Stage): Promise<StoredFile[]> {
  const rows = await db.query(sql<
    Omit<StoredFile, 'sealed'> & { readonly sealed: string }
  >`select f.type_id, f.file_name as name, f.content,
  convert_from(s.content, 'UTF8')::jsonb -> 'files' ->> f.type_id as sealed
from report_file f join report r on r.id = f.report_id join seal s on s.number = r.seal_number
where f.content is not null order by f.type_id = 'pdf' desc, f.report_id, f.type_id`)
  return rows.map((row) => ({ ...row, sealed: Buffer.from(row.sealed, 'hex') }))
}

interface Prepared {
  readonly content: Buffer
  readonly isAuthentic: IsAuthentic
  /** The offsets of the signature's value, of its range and of the cross-reference table. */
  readonly critical: readonly number[]
}

async function prepare(file: StoredFile, { broken }: TamperOptions): Promise<Prepared> {
  const { content, type_id, sealed } = file
  const isSealed: IsAuthentic = (bytes) => sealed.equals(hash('sha256', bytes, 'buffer'))
  if (type_id !== 'pdf') return { content, isAuthentic: isSealed, critical: [] }
  const signed = await sign(content)
  const trust = { now: new Date(), trustedRoots: [signer.certificate] }
  const isAuthentic: IsAuthentic = (bytes) =>
    (broken === 'byte' ? verifyWith(bytes, trust, []) : verifyPdf(bytes, trust)).status === 'valid'
  return { content: signed, isAuthentic, critical: criticalOffsets(signed) }
}

const signer = makeSelfSigned({
  commonName: 'Reports',
  validFrom: new Date(Date.now() - 86_400_000),
  validTo: new Date(Date.now() + 86_400_000),
})

const sign = (content: Buffer) =>
  signPdf(content, {
    key: signer.key,
    certificates: [signer.certificate],
    name: 'Reports',
    reason: 'Report',
    signedAt: new Date(),
  })

function criticalOffsets(file: Buffer): number[] {
  const { contents } = locateSignature(file)
  const range = file.lastIndexOf('/ByteRange', contents.start)
  const table = file.lastIndexOf('xref\n', file.lastIndexOf('startxref') - 1)
  const span = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index)
  return [...span(range, contents.end), ...span(table, file.length)]
}
