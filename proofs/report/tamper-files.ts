import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { GivenFile } from '@wachta/proof'
import { sql } from 'kysely'
import type { Break } from './breaks.ts'
import type { Stage } from './stage.ts'

export interface TamperCounts {
  readonly tampered: number
  readonly detected: number
}

export interface TamperOptions {
  readonly seed: number
  /** The number of random offsets of each file. */
  readonly offsets: number
  /** Of the offsets that no digest covers, one in this many is changed. */
  readonly step: number
  readonly broken?: Break | undefined
}

/** The files of one report, for a worker thread. */
export interface TamperTask {
  readonly index: number
  /** Whether the report has few pages; only then the offsets that no digest covers are tried systematically. */
  readonly isShort: boolean
  readonly files: ReportFiles
  readonly trust: Stage['trust']
  readonly options: TamperOptions
}

/** Changes one byte of every file of every report and of its proof, at many places, and verifies it each time. */
export async function tamperWithFiles(
  stage: Stage,
  { print, seed, offsets, step, broken }: TamperOptions & { readonly print: (line: string) => void },
): Promise<TamperCounts> {
  let [tampered, detected] = [0, 0]
  const { trust } = stage
  const remaining = [stage.shortReport, ...stage.reports].entries()
  const tamperWithRemaining = async () => {
    for (const [index, { id }] of remaining) {
      const files = await loadFiles(stage, id)
      const isShort = index === 0
      const result = await runThread({ index, isShort, files, trust, options: { seed, offsets, step, broken } })
      result.lines.forEach(print)
      tampered += result.tampered
      detected += result.detected
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, tamperWithRemaining))
  return { tampered, detected }
}

async function runThread(task: TamperTask): Promise<TamperCounts & { readonly lines: readonly string[] }> {
  const worker = new Worker(new URL('./tamper-worker.ts', import.meta.url), { workerData: task })
  const [result] = await once(worker, 'message')
  return result
}

export interface ReportFile extends GivenFile {
  readonly bytes: Buffer
}

export interface ReportFiles {
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
