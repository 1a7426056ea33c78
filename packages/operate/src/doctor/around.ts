import { readFile } from 'node:fs/promises'
import { type Bus, openBus, readCredentials } from '@wachta/bus'
import { type Database, openDatabase } from '@wachta/database'
import { databaseUrl } from '../environment.ts'

/** What checks look at: variables as they are set here, the database and the broker that they name. */
export interface Around extends AsyncDisposable {
  readonly environment: NodeJS.ProcessEnv
  readonly now: () => number
  /** A variable, or what the processes take it for when it is not set. */
  variable(name: string): string
  /** Opened when it is first asked for. */
  database(): Database
  bus(): Promise<Bus>
}

/** The defaults of the processes, for what is looked at. */
const defaults: Readonly<Record<string, string>> = {
  NATS_URL: 'nats://127.0.0.1:4222',
  NATS_STORE_BYTES: String(7 * 1024 ** 3),
  CELL: 'main',
  SMTP_URL: 'smtp://127.0.0.1:25',
  PUBLIC_URL: 'http://127.0.0.1:8080',
  OBJECTS_URL: 'file:///var/lib/wachta/objects',
  METRICS_HOST: '127.0.0.1',
  METRICS_PORT: '9463',
}

export function lookAround(environment: NodeJS.ProcessEnv, now: () => number = Date.now): Around {
  const opened = new AsyncDisposableStack()
  const variable = (name: string) => environment[name] || (defaults[name] ?? '')
  let database: Database | undefined
  let bus: Promise<Bus> | undefined
  const connect = async () => {
    const file = variable('NATS_CREDENTIALS')
    const credentials = file ? await readCredentials(await readFile(file, 'utf8')) : undefined
    const broker = { url: variable('NATS_URL'), ca: variable('NATS_CA') || undefined }
    const options = { ...broker, cell: variable('CELL'), name: 'doctor', credentials, waits: false }
    return opened.use(await openBus(options))
  }
  return {
    environment,
    now,
    variable,
    database() {
      database ??= opened.use(openDatabase(databaseUrl(environment), { connections: 4 }))
      return database
    },
    bus() {
      bus ??= connect()
      return bus
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
