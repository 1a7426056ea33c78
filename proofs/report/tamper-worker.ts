import { parentPort, workerData } from 'node:worker_threads'
import { type GivenFile, type ReportVerification, verifyReportFiles } from '@wachta/proof'
import { locateSignature } from '@wachta/signature/src/locate-signature.ts'
import { verifyWith } from '@wachta/signature/src/verify.ts'
import { randomAt } from '../fuzz/random.ts'
import type { ReportFile, ReportFiles, TamperTask } from './tamper-files.ts'

/** Changes one byte of each file of a report at many places, and verifies it each time. */
function tamper({ files, index: place, isShort, trust, options }: TamperTask) {
  const { seed, offsets, step, broken } = options
  let [tampered, detected] = [0, 0]
  const lines: string[] = []
  const random = randomAt(seed, 0x66696c65 + place)
  for (const target of findTargets(files, { trust, isShort, broken })) {
    const { name, bytes, readers, critical, share = 1 } = target
    const rejectingReader = readers.find((reader) => !isAccepted(reader))
    if (rejectingReader)
      throw new Error(`${name} is ${rejectingReader.verify()} before it is changed, not ${rejectingReader.best}`)
    // Offsets that no digest covers are tried in one report only, because all files are verified by the same code.
    const systematic = isShort ? critical.filter((_, index) => index % step === 0) : []
    const count = Math.ceil(offsets * share)
    const triedOffsets = [...systematic, ...Array.from({ length: count }, () => random.below(bytes.length))]
    const missed = triedOffsets.filter((offset, index) => !isDetected(target, { offset, bit: random.below(8), index }))
    if (missed.length > 0) lines.push(`${name}: not detected at ${missed.slice(0, 20).join(', ')}`)
    tampered += triedOffsets.length
    detected += triedOffsets.length - missed.length
  }
  return { tampered, detected, lines }
}

/** A file that is changed in place, and its verifiers, each of which must detect every change. */
interface Target {
  readonly name: string
  readonly bytes: Buffer
  readonly readers: readonly Reader[]
  /** The offsets that no digest covers. */
  readonly critical: readonly number[]
  /** The share of the offsets that are tried; all unless given. */
  readonly share?: number
}

interface Reader {
  readonly verify: () => ReportVerification['status']
  /** The status of an authentic file to this reader. */
  readonly best: ReportVerification['status']
  /** It verifies only one in this many changes. */
  readonly every: number
}

interface Change {
  readonly offset: number
  readonly bit: number
  readonly index: number
}

const isAccepted = ({ verify, best }: Reader): boolean => verify() === best

function isDetected({ bytes, readers }: Target, { offset, bit, index }: Change): boolean {
  const byte = bytes[offset] ?? 0
  bytes[offset] = byte ^ (1 << bit)
  const isMissed = readers.some((reader) => index % reader.every === 0 && isAccepted(reader))
  bytes[offset] = byte
  return !isMissed
}

interface TamperSearch extends Pick<TamperTask, 'trust' | 'isShort'> {
  readonly broken: TamperTask['options']['broken']
}

/**
 * Verifying a large PDF file takes a tenth of a second: if another file is changed, only every tenth change is verified
 * with it.
 */
const pdfVerificationInterval = 10

/**
 * Each file is verified with as few checks as possible, so that no check hides the failure of another: the PDF file by
 * its signature alone, and the others by the list in that signature, and by the proof without the PDF file.
 */
function findTargets(files: ReportFiles, { trust, isShort, broken }: TamperSearch): Target[] {
  // A buffer becomes a plain Uint8Array when it passes to another thread.
  const toFile = ({ name, bytes }: ReportFile) => ({
    name,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  })
  const [pdf, proof, others] = [toFile(files.pdf), toFile(files.proof), files.others.map(toFile)]
  const now = new Date()
  const createReader = (files: readonly GivenFile[], given?: GivenFile, best: Reader['best'] = 'valid'): Reader => ({
    verify: () => verifyReportFiles({ files, proof: given?.bytes, trust, now }).status,
    best,
    every: 1,
  })
  const every = isShort ? 1 : pdfVerificationInterval
  const careless: Reader = {
    verify: () => verifyWith(pdf.bytes, { now, trustedRoots: trust.roots, trustedStamps: trust.stampRoots }, []).status,
    best: 'valid',
    every: 1,
  }
  return [
    { ...pdf, readers: [broken === 'byte' ? careless : createReader([pdf])], critical: findCriticalOffsets(pdf.bytes) },
    // Without the PDF file the author of a file is unknown, so its best status is untrusted.
    ...others.map((file) => ({
      ...file,
      readers: [{ ...createReader([pdf, file]), every }, createReader([file], proof, 'untrusted')],
      critical: [],
    })),
    { ...proof, readers: [createReader([pdf], proof)], critical: [...proof.bytes.keys()], share: 1 / every },
  ]
}

/** Returns the offsets of the signature's value, of its range and of the cross-reference table. */
function findCriticalOffsets(file: Buffer): number[] {
  const { contents } = locateSignature(file)
  const range = file.lastIndexOf('/ByteRange', contents.start)
  const table = file.lastIndexOf('xref\n', file.lastIndexOf('startxref') - 1)
  const listOffsets = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index)
  return [...listOffsets(range, contents.end), ...listOffsets(table, file.length)]
}

parentPort?.postMessage(tamper(workerData as TamperTask))
