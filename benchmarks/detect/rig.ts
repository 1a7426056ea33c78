import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Database, migrate, openDatabase } from '@wachta/database'
import { findBinaries } from '@wachta/operate/engines/binaries'
import { stopDaemon } from '@wachta/operate/engines/daemon'
import { addCustomerWithRule } from '@wachta/testing/notifier/add-customer-with-rule'
import { type StartedProcess, startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { startNats } from '../../tools/dev-servers/nats.ts'
import { startPostgres } from '../../tools/dev-servers/postgres.ts'
import { startMailSink } from '../support/mail-sink.ts'
import { error_tolerance, intervalMs, phaseOf, type Scene, sensor_ids } from './scene.ts'
import { startTarget, type TargetAnswer } from './target.ts'

/** A whole installation on this machine: its servers, `wachta serve` with all roles, three sensors, a mail server. */
export interface Rig extends AsyncDisposable {
  readonly db: Database
  readonly answers: readonly TargetAnswer[]
  /** When the mail server accepted each notification, by its id. */
  readonly accepted: ReadonlyMap<number, number>
}

/** Settings that an operator would choose for a small machine; commits are durable. */
const engine = {
  ...{ synchronous_commit: 'on', fsync: 'on', full_page_writes: 'on' },
  ...{ max_connections: '60', shared_buffers: '256MB' },
}

/** With `isHasty`, the analyst decides too early, as a control. */
export async function openRig(scene: Scene, { isHasty }: { readonly isHasty: boolean }): Promise<Rig> {
  const stack = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(join(tmpdir(), 'wachta-detect-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    const servers = await startServers(folder, stack)
    const answers: TargetAnswer[] = []
    const target = stack.use(await startTarget(scene, (answered) => void answers.push(answered)))
    const accepted = new Map<number, number>()
    const sink = stack.use(
      await startMailSink(({ id, at }) => {
        const notification = Number(/-n(\d+)$/.exec(id)?.[1])
        if (!accepted.has(notification)) accepted.set(notification, at)
      }),
    )
    await migrate(servers.postgres)
    const db = stack.use(openDatabase(servers.postgres, { role: null, connections: 2 }))
    await addCustomerWithRule(db, [{ channel_id: 'email', address: 'duty@example.com' }])
    await addServices(db, scene, target.port)
    const environment = {
      ...{ DATABASE_URL: servers.postgres, NATS_URL: servers.nats, LOG_LEVEL: 'warn' },
      ...{ SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`, OBJECTS_URL: `file://${folder}/objects` },
      ...{ SMTP_URL: `smtp://127.0.0.1:${sink.port}`, HTTP_PORT: '0', PAGES_PORT: '0' },
      ...{ MAIL_RECIPIENT_LIMIT: '1000000', MAIL_ACCOUNT_LIMIT: '1000000' },
    }
    const centre = isHasty ? startHastyCentre(environment) : [startProcess('serve', environment)]
    for (const each of [...centre, startSensors(servers.nats, folder)]) stack.use(each)
    const owned = stack.move()
    return { db, answers, accepted, [Symbol.asyncDispose]: () => owned.disposeAsync() }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function startServers(folder: string, stack: AsyncDisposableStack) {
  const binaries = findBinaries(['postgres', 'nats'])
  const postgres = await startPostgres(binaries.get('postgres') ?? '', folder, engine)
  stack.defer(async () => {
    await stopDaemon(postgres.daemon)
    for (const each of postgres.folders) await rm(each, { recursive: true, force: true })
  })
  const nats = await startNats(binaries.get('nats') ?? '', folder)
  stack.defer(() => stopDaemon(nats.daemon))
  return { postgres: postgres.address, nats: nats.address }
}

/** Starts all sensors in one process, as on a machine that runs several. */
const startSensors = (nats: string, folder: string): StartedProcess =>
  startProcess('sensor', {
    NATS_URL: nats,
    SENSOR_NAMES: sensor_ids.map((sensor_id) => `sensor-${sensor_id}`).join(),
    SENSOR_ID: sensor_ids.join(),
    SENSOR_DIRECTORY: folder,
    SENSOR_ANCHORS: 'none',
    SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  })

/** Starts the roles that take part, each in its own process, so that the broken rule applies only to the analyst. */
function startHastyCentre(environment: Readonly<Record<string, string>>): StartedProcess[] {
  const NODE_OPTIONS = `--import=${fileURLToPath(new URL('./fixtures/hasty.ts', import.meta.url))}`
  return [
    ...['planner', 'notifier'].map((role) => startProcess(role, environment)),
    startProcess('analyst', { ...environment, NODE_OPTIONS }),
  ]
}

/** Every service is monitored by all sensors from the beginning of the scene on. */
async function addServices(db: Database, scene: Scene, port: number): Promise<void> {
  const ids = Array.from({ length: scene.services }, (_, index) => index + 1)
  const phases = ids.map((id) => phaseOf(id, scene))
  const address = (id: ReturnType<typeof sql>) => sql`'http://127.0.0.1:' || ${port}::int || '/' || ${id}`
  await db.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
select id, 1, 1000, 'http', 'svc-' || id, ${address(sql`id`)}, 60 from unnest(${ids}::bigint[]) id`)
  await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, 1, 1, 1000, 'http', ${new Date(scene.from)}, true, ${intervalMs}, phase, 10000, 10000, ${error_tolerance}, ${[...sensor_ids]}::bigint[], 1,
  jsonb_build_object('address', ${address(sql`id`)}, 'extended_settings', '{}'::jsonb, 'secrets', '{}'::jsonb)
from unnest(${ids}::bigint[], ${phases}::int[]) as one (id, phase)`)
}

export const until = (time: number): Promise<void> => wait(Math.max(0, time - Date.now()))
