import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '@wachta/database'
import type { RoleState } from '@wachta/operate/src/serve/role-keeper.ts'
import { type AcceptedMessage, openMailSink } from '@wachta/testing/notifier/sinks'
import { createTestInstallation } from '@wachta/testing/processes/installation'
import { type RestartingProcess, supervise } from '../faults/processes.ts'
import { startSensor, type WatchedSensor } from '../faults/rig.ts'
import { openTarget, seedAccount, sensor_ids } from '../faults/world.ts'
import { addDutyContact } from './messages.ts'

/** What is broken on purpose: the notifier exits at once, or counts a pending message as sent when it stops. */
export type Break = 'exit' | 'message'

/** An installation as an operator runs it: `wachta serve`, sensors that write a ledger, and a mail server. */
export interface StopRig extends AsyncDisposable {
  readonly folder: string
  readonly db: Database
  readonly target: { readonly port: number }
  readonly serve: RestartingProcess
  readonly sensors: readonly Omit<WatchedSensor, 'way'>[]
  /** The mails that the server accepted. */
  readonly mail: readonly AcceptedMessage[]
  /** The variables of the roles, with the port of the supervisor, as `wachta doctor` needs them. */
  variables(): Promise<Record<string, string>>
  /** The states of the roles; none if the supervisor does not answer. */
  roles(): Promise<readonly RoleState[]>
}

export async function openStopRig(seed: number, broken?: Break): Promise<StopRig> {
  await using opened = new AsyncDisposableStack()
  const { folder, cell, environment: plain, database: test } = opened.use(await createTestInstallation())
  const mail: AcceptedMessage[] = []
  const { port: mailPort } = opened.use(await openMailSink((message) => void mail.push(message)))
  const environment: Record<string, string> = { ...plain, SMTP_URL: `smtp://127.0.0.1:${mailPort}` }
  const target = opened.use(await openTarget(seed))
  const db = opened.use(openDatabase(test.url, { role: null, connections: 2 }))
  await seedAccount(db)
  await addDutyContact(db)
  const preload = fileURLToPath(new URL('./fixtures/break.ts', import.meta.url))
  const serveEnvironment = {
    ...environment,
    ...(broken && { NODE_OPTIONS: `--import=${preload}`, STOP_BREAK: broken }),
  }
  const serve = opened.use(supervise({ name: 'serve', command: 'serve', environment: () => serveEnvironment, folder }))
  const port = Number(new URL(environment['NATS_URL'] ?? '').port || 4222)
  const sensors = sensor_ids.map((id) => startSensor(id, { ports: [port] }, { folder, cell, stack: opened }))
  const readSupervisorPort = async () => findLoggedPort(await readFile(join(folder, 'serve.log'), 'utf8'))
  const parts = opened.move()
  return {
    ...{ folder, db, target, serve, sensors, mail },
    variables: async () => ({ ...environment, METRICS_PORT: String(await readSupervisorPort()) }),
    async roles() {
      try {
        const answer = await fetch(`http://127.0.0.1:${await readSupervisorPort()}/roles`, {
          signal: AbortSignal.timeout(2_000),
        })
        return ((await answer.json()) as { roles: RoleState[] }).roles
      } catch {
        return []
      }
    },
    [Symbol.asyncDispose]: async () => {
      // A regular stop first, so that no role is left behind; disposal kills the rest.
      await serve.stop()
      await parts.disposeAsync()
    },
  }
}

/** Returns the port that the last started supervisor has logged. */
function findLoggedPort(log: string): number | undefined {
  const lines = log.split('\n').filter((line) => line.includes('"process":"serve"') && line.includes('"port":'))
  return lines.length === 0 ? undefined : (JSON.parse(lines.at(-1) ?? '') as { port: number }).port
}
