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
  /** Which offsets that no digest covers are changed: every one (1), or one in this many. */
  readonly step: number
  readonly broken?: Break | undefined
}

/** The files of one report, for a worker thread. */
export interface TamperTask {
  readonly place: number
  /** A report of few pages; every offset in it that no digest covers is changed. */
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
  const waiting = [stage.shortReport, ...stage.reports].entries()
  const lane = async () => {
    for (const [place, { id }] of waiting) {
      const files = await loadFiles(stage, id)
      const isShort = place === 0
      const done = await runThread({ place, isShort, files, trust, options: { seed, offsets, step, broken } })
      done.lines.forEach(print)
      tampered += done.tampered
      detected += done.detected
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return { tampered, detected }
}

async function runThread(task: TamperTask): Promise<TamperCounts & { readonly lines: readonly string[] }> {
  const worker = new Worker(new URL('./tamper-worker.ts', import.meta.url), { workerData: task })
  const [done] = await once(worker, 'message')
  return done
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
