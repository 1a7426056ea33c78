import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReportDocument } from '@wachta/report'
import { sql } from 'kysely'
import { findLifetimeInPeriod } from './plant.ts'
import type { Stage, StagedReport } from './stage.ts'

export interface RecomputationResult {
  readonly figures: number
  readonly mismatched: number
}

const script = join(import.meta.dirname, '..', '..', 'docs', 'examples', 'recompute.ts')

/** Runs the script that customers get, in its own process, against a running api process. */
export async function recompute(
  { id, case: { name } }: StagedReport,
  { url, key, print }: { readonly url: string; readonly key: string; readonly print: (line: string) => void },
): Promise<RecomputationResult> {
  const args = [script, '--api', `${url}/v3`, '--token', key, '--report', String(id)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 }).catch(
    // Exit code 1 means that something differs, which the output shows.
    (error: { stdout?: string; stderr?: string }) => ({
      stdout: error.stdout ?? '',
      ...printError(error.stderr, print),
    }),
  )
  const lines = stdout.trimEnd().split('\n')
  for (const line of lines.slice(0, -1).slice(0, 20)) print(`${name}: ${line}`)
  const [, figures, mismatched] = /^recompute: (\d+) figures, (\d+) mismatched$/.exec(lines.at(-1) ?? '') ?? []
  if (figures === undefined) throw new Error(`the recomputation of ${name} ended early: ${stdout.slice(-500)}`)
  return { figures: Number(figures), mismatched: Number(mismatched) }
}

function printError(stderr: string | undefined, print: (line: string) => void): object {
  if (stderr) print(stderr)
  return {}
}

/** Compares reports with what was stored, which also finds errors of the API itself. */
export async function compareWithStored(
  { db, reports, services }: Stage,
  print: (line: string) => void,
): Promise<RecomputationResult> {
  let [figures, mismatched] = [0, 0]
  const expect = (what: string, reported: unknown, expected: number | string) => {
    figures += 1
    if (reported === expected) return
    mismatched += 1
    if (mismatched <= 20) print(`${what}: the report says ${reported}, stored ${expected}`)
  }
  for (const { id, case: one } of reports) {
    const [file] = await db.query(
      sql<{ content: Buffer }>`select content from report_file where report_id = ${id} and type_id = 'json'`,
    )
    const document = JSON.parse(file?.content.toString('utf8') ?? '{}') as ReportDocument
    const reportedServices = services.filter(({ planned }) => planned.case.name === one.name)
    expect(`${one.name}: services`, document.services.length, reportedServices.length)
    for (const { planned, stored } of reportedServices) {
      const reported = document.services.find((service) => service.id === stored.id)
      const lifetime = findLifetimeInPeriod(planned)
      const what = `${one.name}: service ${stored.id}`
      expect(`${what} from`, reported?.from, toWireTime(lifetime.start))
      expect(`${what} to`, reported?.to, toWireTime(lifetime.end))
      expect(`${what} analyses`, reported?.analyses.count, stored.analyses)
      expect(`${what} failed analyses`, reported?.analyses.failures, stored.failures)
      expect(`${what} ok checks`, reported?.checks.ok, stored.ok)
      expect(`${what} error checks`, reported?.checks.error, stored.error)
      expect(`${what} unknown checks`, reported?.checks.unknown, stored.unknown)
      expect(`${what} response times`, reported?.performance.count, stored.responses)
      const average = stored.responses === 0 ? null : stored.responseSum / stored.responses
      expect(`${what} average`, String(reported?.performance.average), String(average))
    }
  }
  return { figures, mismatched }
}

const toWireTime = (time: number) => new Date(time).toISOString().replace('.000', '')
