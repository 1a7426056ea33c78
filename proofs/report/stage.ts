import { type Database, openDatabase } from '@wachta/database'
import { markSeals, sealAmended, sealNext, stampHead } from '@wachta/evidence'
import { reportSectionIds } from '@wachta/report'
import { recomputeAmendedRollups } from '@wachta/reporter/src/amended.ts'
import { createReportTask, type ReportTaskOptions } from '@wachta/reporter/src/reports/make-report.ts'
import { renderFiles } from '@wachta/reporter/src/reports/render-files.ts'
import { computeNextRollups } from '@wachta/reporter/src/rollups.ts'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensors } from '@wachta/testing/api/history'
import { type CallOptions, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import type { Break } from './breaks.ts'
import { type Case, makeCases } from './cases.ts'
import { type HistoryOptions, marginMs, type PlannedService, planServices } from './history.ts'
import { amendAnalyses, type PlantedService, type PlantOptions, plantService } from './plant.ts'
import { type SigningSetup, setUpSigning } from './signing.ts'

export interface StageOptions extends HistoryOptions {
  /** Local days; the second one is not in the reports. */
  readonly from: string
  readonly to: string
  readonly broken?: Break | undefined
  readonly print: (line: string) => void
}

export interface StagedService {
  readonly planned: PlannedService
  readonly stored: PlantedService
}

export interface StagedReport {
  readonly id: number
  readonly case: Case
}

/** An installation with months of history, and reports about them that the reporter made. */
export interface Stage extends AsyncDisposable {
  readonly api: TestApi
  readonly db: Database
  /** An API key with the scopes that `recompute.ts` needs. */
  readonly key: string
  readonly secretKeys: string
  readonly services: readonly StagedService[]
  readonly reports: readonly StagedReport[]
  readonly shortReport: StagedReport
  /** The certificates that a reader of the reports trusts. */
  readonly trust: SigningSetup['trust']
}

const dayMs = 86_400_000

export async function setUpStage(options: StageOptions): Promise<Stage> {
  const { print } = options
  const secretKeys = `proof:${Buffer.alloc(32, 7).toString('base64')}`
  const api = await startApi({ keys: secretKeys })
  const db = openDatabase(api.test.url, { role: null, connections: 4 })
  const cases = makeCases(options.from, options.to)
  const owner = await addOwner(api)
  const groups = await addGroups(db, owner.id, cases)
  const plant: PlantOptions = { seed: options.seed, sensors: await addSensors(db, 3), groups }
  await addPartitions(db, cases)
  const services: StagedService[] = []
  for (const planned of planServices(options, cases))
    services.push({ planned, stored: await plantService(db, planned, plant) })
  print(`${services.length} services, ${services.reduce((sum, { stored }) => sum + stored.analyses, 0)} analyses`)
  await addDetails(db)
  const getElapsedSeconds = startStopwatch()
  await keepRecord(db, cases, options.broken)
  print(`rolled up and sealed after ${getElapsedSeconds()} s`)
  const amended = await addAmendments(db, services, { plant, ...options })
  await addCorrections(api, owner.as, services)
  await deleteServices(api, owner.as, services)
  print(
    `${amended} analyses amended, ${services.filter(({ planned }) => planned.deleted !== null).length} services deleted`,
  )
  const signing = await setUpSigning()
  const order = { cases, groups, signing, ...options }
  const reports = await makeReports(api, owner.as, order)
  const shortReport = await makeShortReport(api, owner.as, { ...order, services })
  await stampHead(db, new Date(), signing.authority)
  print(`${reports.length} reports made after ${getElapsedSeconds()} s`)
  const scopes = ['reports:read', 'services:read', 'corrections:read', 'alerts:read']
  const { key } = await send(api, 'POST', '/v3/api_keys', { as: owner.as, body: { name: 'Recompute', scopes } })
  return {
    api,
    db,
    key,
    secretKeys,
    services,
    reports,
    shortReport,
    trust: signing.trust,
    async [Symbol.asyncDispose]() {
      await signing[Symbol.asyncDispose]()
      await db[Symbol.asyncDispose]()
      await api[Symbol.asyncDispose]()
    },
  }
}

export function startStopwatch(): () => number {
  const began = performance.now()
  return () => Math.round((performance.now() - began) / 1000)
}

async function send(api: TestApi, method: string, path: string, options: CallOptions) {
  const reply = await api.call(method, path, options)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
  return reply.body
}

async function addOwner(api: TestApi): Promise<{ id: number; as: string }> {
  const packageId = await addPackage(api.owner, { services: 100_000 })
  await api.owner.query(sql`update package set monthly_reports_limit = 10000`)
  const id = await addAccount(api.owner, { packageId, name: 'Watcher' })
  // Weekly windows follow the zone that the account had at the time.
  await api.owner.query(sql`update account set time_zone_id = 'europe_warsaw' where id = ${id}`)
  await api.owner.query(sql`delete from account_time_zone_version where account_id = ${id}`)
  await api.owner.query(sql`insert into account_time_zone_version (account_id, time_zone_id, valid_from, valid_to) values
  (${id}, 'asia_kathmandu', '-infinity', '2026-03-15 10:20:30Z'), (${id}, 'europe_warsaw', '2026-03-15 10:20:30Z', 'infinity')`)
  return { id, as: await openSession(api.owner, id) }
}

async function addGroups(db: Database, owner: number, cases: readonly Case[]): Promise<Map<string, number>> {
  const groups = new Map<string, number>()
  for (const { name } of cases) {
    const [row] = await db.query(
      sql<{
        id: number
      }>`insert into service_group (owner_id, name, service_level_target) values (${owner}, ${name}, 99.95) returning id`,
    )
    groups.set(name, row?.id ?? 0)
  }
  return groups
}

async function addPartitions(db: Database, cases: readonly Case[]): Promise<void> {
  const first = Math.min(...cases.map(({ period }) => period.start)) - dayMs
  const last = Math.max(...cases.map(({ period }) => period.end)) + 2 * dayMs
  const days: string[] = []
  for (let day = first; day < last; day += dayMs) days.push(new Date(day).toISOString().slice(0, 10))
  await db.query(sql`select partition_days(${days}::date[])`)
}

/** Adds messages to some failures; they are sealed in separate links. */
async function addDetails(db: Database): Promise<void> {
  await db.query(sql`insert into check_detail (service_id, time, sensor_id, error_message)
select service_id, time, 1, 'no answer' from analysis where failure and extract(minute from time)::int % 5 = 0`)
}

/** Runs what the reporter does continuously: rollups and seals. */
async function keepRecord(db: Database, cases: readonly Case[], broken: Break | undefined): Promise<void> {
  const end = Math.max(...cases.map(({ period }) => period.end)) + marginMs + dayMs
  while (await computeNextRollups(db, new Date(end)));
  const sealedTo = new Date(broken === 'row' ? end - 4 * dayMs : end)
  while (await sealNext(db, sealedTo));
}

interface AmendOptions {
  readonly plant: PlantOptions
  readonly broken?: Break | undefined
}

async function addAmendments(
  db: Database,
  services: readonly StagedService[],
  { plant, broken }: AmendOptions,
): Promise<number> {
  let amended = 0
  for (const one of services) amended += await amendAnalyses(db, one, plant)
  if (broken === 'late') {
    await db.transaction(async (tx) => {
      await markSeals(tx, await tx.query(sql<{ service_id: number; start: Date }>`delete from rollup_due returning *`))
    })
  } else {
    while (await recomputeAmendedRollups(db));
  }
  while (!(await sealAmended(db, new Date())).isDone);
  return amended
}

async function addCorrections(api: TestApi, as: string, services: readonly StagedService[]): Promise<void> {
  for (const { planned, stored } of services)
    for (const { start, end, status } of planned.corrections) {
      const [start_time, end_time] = [new Date(start), new Date(end)]
      const body = { service_id: stored.id, start_time, end_time, status, description: 'Agreed' }
      await send(api, 'POST', '/v3/corrections', { as, body })
    }
}

/** Deletes services as their holder; some deletions are dated back afterwards. */
async function deleteServices(api: TestApi, as: string, services: readonly StagedService[]): Promise<void> {
  for (const { planned, stored } of services) {
    if (planned.deleted === null) continue
    await send(api, 'DELETE', `/v3/services/${stored.id}`, { as })
    if (planned.deleted === 'since') continue
    const deletedAt = new Date(planned.deleted)
    await api.owner.query(sql`update deleted_service set deleted_at = ${deletedAt} where service_id = ${stored.id}`)
    await api.owner.query(
      sql`delete from service_revision where service_id = ${stored.id} and effective_from >= ${deletedAt}`,
    )
    await api.owner.query(sql`update service_revision set effective_to = ${deletedAt}
where service_id = ${stored.id} and coalesce(effective_to, 'infinity') > ${deletedAt}`)
  }
}

interface OrderOptions {
  readonly cases: readonly Case[]
  readonly groups: ReadonlyMap<string, number>
  readonly signing: SigningSetup
  readonly broken?: Break | undefined
}

/** Makes one report for each case, about the services of its group. */
async function makeReports(api: TestApi, as: string, options: OrderOptions): Promise<StagedReport[]> {
  const reports: StagedReport[] = []
  for (const one of options.cases) {
    const scope = { all_services: false, group_ids: [options.groups.get(one.name)], service_ids: [] }
    reports.push(await makeReport(api, as, { ...options, case: one, scope, sections: reportSectionIds }))
  }
  return reports
}

/** Makes a report of few pages about one service. */
function makeShortReport(
  api: TestApi,
  as: string,
  options: OrderOptions & { readonly services: readonly StagedService[] },
): Promise<StagedReport> {
  const { planned, stored } = options.services.find(({ planned: { deleted } }) => deleted === null) ?? {}
  if (!planned || !stored) throw new Error('all services are deleted')
  const scope = { all_services: false, group_ids: [], service_ids: [stored.id] }
  return makeReport(api, as, { ...options, case: planned.case, scope, sections: ['summary'] })
}

interface ReportOptions extends OrderOptions {
  readonly case: Case
  readonly scope: object
  readonly sections: readonly string[]
}

/** Orders a report through the API; the task of the reporter makes and signs it. */
async function makeReport(api: TestApi, as: string, options: ReportOptions): Promise<StagedReport> {
  const { case: one, scope, sections, signing, broken } = options
  const template = {
    name: one.name,
    language_id: one.language,
    time_zone_id: one.zoneId,
    section_ids: sections,
    attachment_type_ids: ['csv', 'status_changes_csv', 'corrections_csv'],
    scope,
    accounting_method: one.method,
    service_level_target: one.target,
  }
  const createdTemplate = await send(api, 'POST', '/v3/report_templates', { as, body: template })
  const [start_time, end_time] = [new Date(one.period.start), new Date(one.period.end)]
  const body = { template_id: createdTemplate.id, start_time, end_time }
  const { id } = await send(api, 'POST', '/v3/reports', { as, body })
  await createReportTask({
    ...createReportMaking(api, signing),
    ...(broken === 'second' && { render: renderOffBySecond }),
  })({
    report: id,
  })
  return { id, case: one }
}

const createReportMaking = (api: TestApi, { signer, authority }: SigningSetup): ReportTaskOptions => ({
  database: api.owner,
  signer,
  authority,
  log: { info: () => undefined, error: (...args: unknown[]) => console.error(...args) },
  now: () => new Date(),
})

/** Renders files with one count of one service wrong by one second. */
const renderOffBySecond: typeof renderFiles = (source, order, document) => {
  const services = document.services.map((one, index) =>
    index === 0 ? { ...one, counted_ok_seconds: one.counted_ok_seconds + 1 } : one,
  )
  return renderFiles(source, order, { ...document, services })
}
