import { type GivenFile, type ReportVerification, verifyReportFiles } from '@wachta/proof'
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
  /** Of what no digest covers, every offset (1) or every so many. */
  readonly step: number
  readonly broken?: Break | undefined
  readonly print: (line: string) => void
}

/** Changes one byte of every file of every report and of its proof, at many places, and verifies it each time. */
export async function tamperWithFiles(stage: Stage, options: TamperOptions): Promise<Tampering> {
  let [tampered, detected] = [0, 0]
  const random = randomAt(options.seed, 0x66696c65)
  for (const [place, { id }] of stage.reports.entries())
    for (const target of findTargets(await loadFiles(stage, id), stage.trust, options)) {
      const { name, bytes, readers, critical } = target
      const wrong = readers.find((reader) => !isAccepted(reader))
      if (wrong) throw new Error(`${name} is ${wrong.verify()} before it is changed, and not ${wrong.best}`)
      // Every offset of what no digest covers, once: it is the same code for all files.
      const everywhere = place === 0 ? critical.filter((_, index) => index % options.step === 0) : []
      const places = [...everywhere, ...Array.from({ length: options.offsets }, () => random.below(bytes.length))]
      const missed = places.filter((offset) => !isNoticed(target, offset, random.below(8)))
      if (missed.length > 0) options.print(`${name}: not noticed at ${missed.slice(0, 20).join(', ')}`)
      tampered += places.length
      detected += places.length - missed.length
    }
  return { tampered, detected }
}

/** A file that is changed in place, and those who verify it: each of them has to notice. */
interface Target {
  readonly name: string
  readonly bytes: Buffer
  readonly readers: readonly Reader[]
  /** The offsets that no digest covers. */
  readonly critical: readonly number[]
}

interface Reader {
  readonly verify: () => ReportVerification['status']
  /** What an authentic file is to this reader. */
  readonly best: ReportVerification['status']
}

const isAccepted = ({ verify, best }: Reader): boolean => verify() === best

function isNoticed({ bytes, readers }: Target, offset: number, bit: number): boolean {
  const byte = bytes[offset] ?? 0
  bytes[offset] = byte ^ (1 << bit)
  const isMissed = readers.some(isAccepted)
  bytes[offset] = byte
  return !isMissed
}

interface ReportFile extends GivenFile {
  readonly bytes: Buffer
}

interface ReportFiles {
  readonly pdf: ReportFile
  readonly others: readonly ReportFile[]
  readonly proof: ReportFile
}

async function loadFiles({ db, api, key }: Stage, id: number): Promise<ReportFiles> {
  const files = await db.query(sql<
    ReportFile & { readonly type_id: string }
  >`select type_id, file_name as name, content as bytes
from report_file where report_id = ${id} and content is not null order by type_id`)
  const pdf = files.find(({ type_id }) => type_id === 'pdf')
  const { status, text } = await api.call('GET', `/v3/reports/${id}/proof`, { as: `Bearer ${key}` })
  if (!pdf || status !== 200) throw new Error(`report ${id} has no PDF file or no proof: ${status}`)
  const proof = { name: `proof of report ${id}`, bytes: Buffer.from(text) }
  return { pdf, others: files.filter((file) => file !== pdf), proof }
}

/**
 * Each file is verified with as little as notices a change, so that no check hides behind another: the PDF file by its
 * signature alone, and the others by the list in that signature, and by the proof without the PDF file.
 */
function findTargets({ pdf, others, proof }: ReportFiles, trust: Stage['trust'], { broken }: TamperOptions): Target[] {
  const now = new Date()
  const reader = (files: readonly GivenFile[], given?: GivenFile, best: Reader['best'] = 'valid'): Reader => ({
    verify: () => verifyReportFiles({ files, proof: given?.bytes, trust, now }).status,
    best,
  })
  const careless: Reader = {
    verify: () => verifyWith(pdf.bytes, { now, trustedRoots: trust.roots, trustedStamps: trust.stampRoots }, []).status,
    best: 'valid',
  }
  return [
    { ...pdf, readers: [broken === 'byte' ? careless : reader([pdf])], critical: criticalOffsets(pdf.bytes) },
    // Without the PDF file nothing says who made a file, and so the best that it can be is untrusted.
    ...others.map((file) => ({
      ...file,
      readers: [reader([pdf, file]), reader([file], proof, 'untrusted')],
      critical: [],
    })),
    { ...proof, readers: [reader([pdf], proof)], critical: [...proof.bytes.keys()] },
  ]
}

/** The offsets of the signature's value, of its range and of the cross-reference table. */
function criticalOffsets(file: Buffer): number[] {
  const { contents } = locateSignature(file)
  const range = file.lastIndexOf('/ByteRange', contents.start)
  const table = file.lastIndexOf('xref\n', file.lastIndexOf('startxref') - 1)
  const span = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index)
  return [...span(range, contents.end), ...span(table, file.length)]
}
