import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, migrate, openDatabase, type Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { retryUntilDone } from '../faults/insist.ts'
import { type RestartingProcess, supervise } from '../faults/processes.ts'
import { openPostgres, type Server } from '../faults/servers.ts'
import { type BreakableProxy, openBreakableProxies } from '../faults/way.ts'
import type { Plan } from './oracle.ts'
import { type PlannedSchedule, plannedSchedules } from './schedules.ts'

/** Two reporters, each with its own connection to a PostgreSQL of the proof, and a clock that the proof moves. */
export interface Rig extends AsyncDisposable {
  readonly folder: string
  readonly owner: Database
  readonly postgres: Server
  readonly reporters: readonly [RestartingProcess, RestartingProcess]
  readonly proxies: readonly [BreakableProxy, BreakableProxy]
  /** The ids of the templates and groups of the cast. */
  readonly ids: readonly number[]
  setClock(now: number): Promise<void>
  /** Switches plans of a schedule on or off, at the time of the clock. */
  switchPlans(schedule: number, isOn: boolean, now: number): Promise<void>
  deleteFolderOnClose(): void
}

export async function openRig(now: number): Promise<Rig> {
  const stack = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(join(tmpdir(), 'wachta-plans-'))
    let keepsFolder = true
    stack.defer(() => (keepsFolder ? undefined : rm(folder, { recursive: true, force: true })))
    const postgres = stack.use(await openPostgres(folder))
    await migrate(postgres.address)
    const onError = () => undefined
    const owner = stack.use(openDatabase(postgres.address, { role: null, connections: 2, onError }))
    const ids = await addSchedules(owner, now)
    const setClock = createClock(join(folder, 'clock'))
    await setClock(now)
    const start = async (name: string) => {
      const way = stack.use(await openBreakableProxies([postgres.port]))
      const address = new URL(postgres.address)
      address.port = String(way.ports[0])
      const environment = () => ({
        DATABASE_URL: address.href,
        OBJECTS_URL: `file://${folder}/objects`,
        PROOF_CLOCK: join(folder, 'clock'),
      })
      const entry = '../../plans/fixtures/reporter'
      return { way, reporter: stack.use(supervise({ name, command: 'reporter', entry, environment, folder })) }
    }
    const [first, second] = [await start('reporter-1'), await start('reporter-2')]
    const owned = stack.move()
    return {
      ...{ folder, owner, postgres, ids, setClock },
      reporters: [first.reporter, second.reporter],
      proxies: [first.way, second.way],
      switchPlans: (schedule, isOn, at) => retryUntilDone(() => switchPlans(owner, { ids, schedule, isOn, now: at })),
      deleteFolderOnClose: () => {
        keepsFolder = false
      },
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

/** Replaces the file as a whole, so that no reporter reads half a number. */
function createClock(file: string): (now: number) => Promise<void> {
  return async (now) => {
    await writeFile(`${file}.next`, String(now))
    await rename(`${file}.next`, file)
  }
}

/** Creates an account with one service for each schedule of the cast. */
async function addSchedules(owner: Database, now: number): Promise<number[]> {
  await owner.query(sql`insert into service_type (id, position, is_runnable, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids)
values ('http', 1, true, '{}', '{}', 'default', '{}', 60, false, '{}') on conflict do nothing`)
  const [pack] = await owner.query(
    sql<{ id: number }>`insert into package (name, monthly_reports_limit) values ('Plans', 100000) returning id`,
  )
  const ids: number[] = []
  for (const [index, planned] of plannedSchedules.entries())
    ids.push(await addSchedule(owner, planned, { index, pack: pack?.id ?? 0, now }))
  return ids
}

/** Converts a zone to its id in the API. */
const toZoneId = (zone: string) => zone.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')

async function addSchedule(
  owner: Database,
  planned: PlannedSchedule,
  { index, pack, now }: { readonly index: number; readonly pack: number; readonly now: number },
): Promise<number> {
  const zone = toZoneId(planned.zone)
  const [account] = await owner.query(sql<{
    id: number
  }>`insert into account (name, username, package_id, email_address, time_zone_id, language_id)
values (${planned.zone}, ${`plans-${index}`}, ${pack}, ${`plans-${index}@example.com`}, ${zone}, ${index % 2 === 0 ? 'en' : 'pl'}) returning id`)
  const [service] = await owner.query(sql<{
    id: number
    group_id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval, created_at)
select owner_id, id, 'http', 'Shop', 'http://example.com/', 60, '2026-01-01' from service_group where owner_id = ${account?.id} returning id, group_id`)
  await owner.query(sql`insert into status_change (service_id, owner_id, status, start_time)
values (${service?.id}, ${account?.id}, 'ok', '2026-01-01')`)
  if (planned.kind === 'group') {
    for (const plan of planned.plans)
      await owner.query(sql`insert into periodic_report_address (group_id, address, report_frequency, since)
values (${service?.group_id}, ${`plans-${index}@example.com`}, ${plan}, ${new Date(now)})`)
    await owner.transaction((tx) =>
      setFlags(tx, service?.group_id ?? 0, { plans: getLastingPlans(planned), added: getLastingPlans(planned), now }),
    )
    return service?.group_id ?? 0
  }
  const [template] = await owner.query(sql<{ id: number }>`insert into report_template
  (owner_id, name, language_id, time_zone_id, section_ids, attachment_type_ids, accounting_method, recipients, reporting_plan_ids, is_active)
values (${account?.id}, ${planned.zone}, 'en', ${zone}, '{summary}', '{pdf}',
  '{"unknown": false, "paused": false, "suspended": true, "corrected": true, "business_hours": []}', ${[`plans-${index}@example.com`]},
  ${getLastingPlans(planned).length === 0 ? planned.plans : getLastingPlans(planned)}, ${getLastingPlans(planned).length > 0}) returning id`)
  await owner.query(
    sql`update report_template set plans_since = ${toSince(planned.plans, now)} where id = ${template?.id}`,
  )
  return template?.id ?? 0
}

const getLastingPlans = ({ plans, seasonal }: PlannedSchedule): Plan[] =>
  plans.filter((plan) => !seasonal.includes(plan))

const toSince = (plans: readonly Plan[], now: number): string =>
  JSON.stringify(Object.fromEntries(plans.map((plan) => [plan, new Date(now).toISOString()])))

interface PlanSwitch {
  readonly ids: readonly number[]
  readonly schedule: number
  readonly isOn: boolean
  readonly now: number
}

/**
 * Switches the seasonal plans on or off: of a group by its flags, of a template by its list of plans, or by `is_active`
 * if it has no other plans. The time that the database stores is replaced by that of the proof's clock.
 */
async function switchPlans(owner: Database, { ids, schedule, isOn, now }: PlanSwitch): Promise<void> {
  const planned = plannedSchedules[schedule]
  if (!planned) throw new Error(`no schedule ${schedule}`)
  const id = ids[schedule] ?? 0
  const plans = isOn ? planned.plans : getLastingPlans(planned)
  const added = isOn ? planned.seasonal : []
  await owner.transaction(async (tx) => {
    if (planned.kind === 'group') return setFlags(tx, id, { plans, added, now })
    if (getLastingPlans(planned).length === 0)
      await tx.query(sql`update report_template set is_active = ${isOn} where id = ${id}`)
    else await tx.query(sql`update report_template set reporting_plan_ids = ${plans} where id = ${id}`)
    await tx.query(
      sql`update report_template set plans_since = plans_since || ${toSince(added, now)}::jsonb where id = ${id}`,
    )
  })
}

async function setFlags(
  tx: Transaction,
  group: number,
  { plans, added, now }: { readonly plans: readonly Plan[]; readonly added: readonly Plan[]; readonly now: number },
): Promise<void> {
  const has = (plan: Plan) => plans.includes(plan)
  await tx.query(sql`update service_group set periodic_daily_reports = ${has('daily')}, periodic_weekly_reports = ${has('weekly')},
  periodic_monthly_reports = ${has('monthly')} where id = ${group}`)
  await tx.query(
    sql`update service_group set periodic_reports_since = periodic_reports_since || ${toSince(added, now)}::jsonb where id = ${group}`,
  )
}
