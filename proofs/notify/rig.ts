import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, migrate, openDatabase } from '@wachta/database'
import { ensurePartitions } from '@wachta/reporter'
import {
  addCustomerWithRule,
  type NewContactAddress,
  sensor_ids,
} from '@wachta/testing/notifier/add-customer-with-rule'
import { addServices } from '@wachta/testing/notifier/alarms'
import {
  type AcceptedMessage,
  digestAddress,
  openMailSink,
  openWebSink,
  type Sink,
} from '@wachta/testing/notifier/sinks'
import { type RestartingProcess, supervise } from '../faults/processes.ts'
import { openPostgres, type Server } from '../faults/servers.ts'

/** Two notifiers, their own PostgreSQL, and providers of three kinds. */
export interface Rig extends AsyncDisposable {
  readonly folder: string
  readonly owner: Database
  /** A connection with the rights of the analyst. */
  readonly db: Database
  readonly postgres: Server
  readonly notifiers: readonly [RestartingProcess, RestartingProcess]
  readonly sinks: readonly [Sink, Sink, Sink]
  readonly acceptedMessages: readonly AcceptedMessage[]
  readonly services: readonly number[]
  /** Lets the folder with the recorded data be deleted at the end. */
  deleteFolderOnClose(): void
}

export async function openRig(alerts: number): Promise<Rig> {
  const stack = new AsyncDisposableStack()
  try {
    const folder = await mkdtemp(join(tmpdir(), 'wachta-notify-'))
    let keepsFolder = true
    stack.defer(() => (keepsFolder ? undefined : rm(folder, { recursive: true, force: true })))
    const acceptedMessages: AcceptedMessage[] = []
    const addMessage = (message: AcceptedMessage) => void acceptedMessages.push(message)
    const started: RestartingProcess[] = []
    const senders = () => started.flatMap(({ pid }) => pid ?? [])
    const sinks = [
      stack.use(await openMailSink(addMessage, senders)),
      stack.use(await openWebSink('json_post', addMessage, senders)),
      stack.use(await openWebSink('sms', addMessage, senders)),
    ] as const
    const postgres = stack.use(await openPostgres(folder))
    await migrate(postgres.address)
    const onError = () => undefined
    const owner = stack.use(openDatabase(postgres.address, { role: null, connections: 2, onError }))
    const db = stack.use(openDatabase(postgres.address, { connections: 4, onError }))
    await ensurePartitions(owner, new Date())
    await addCustomerWithRule(owner, createAddresses(sinks))
    const services = await addServices(owner, alerts, sensor_ids)
    const environment = createEnvironment(postgres.address, sinks, folder)
    const start = (name: string) =>
      stack.use(supervise({ name, command: 'notifier', environment: () => environment, folder }))
    const notifiers = [start('notifier-1'), start('notifier-2')] as const
    started.push(...notifiers)
    const owned = stack.move()
    return {
      ...{ folder, owner, db, postgres, notifiers, sinks, acceptedMessages, services },
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

const createAddresses = ([, hook]: readonly [Sink, Sink, Sink]): NewContactAddress[] => [
  { channel_id: 'email_dedicated', address: 'duty@example.com' },
  { channel_id: 'email', address: digestAddress },
  { channel_id: 'json_post', address: `http://127.0.0.1:${hook.port}/hook` },
  { channel_id: 'sms', address: '+48600100200' },
]

/** The environment of a notifier. */
const createEnvironment = (
  database: string,
  [mail, , sms]: readonly [Sink, Sink, Sink],
  folder: string,
): Record<string, string> => ({
  DATABASE_URL: database,
  SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
  OBJECTS_URL: `file://${folder}/objects`,
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  SMS_URL: `http://127.0.0.1:${sms.port}/`,
  EGRESS_ALLOW: '127.0.0.0/8',
  VERIFY_NUMBERS: 'false',
  PHONE_NUMBER_LIMIT: '1000000',
  PHONE_ACCOUNT_LIMIT: '1000000',
  PHONE_COUNTRY_LIMIT: '1000000',
  PHONE_LIMIT: '1000000',
})
