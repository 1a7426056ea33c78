import { readFile } from 'node:fs/promises'
import { Config as Api } from '@wachta/api'
import { type Bus, openBus, readCredentials } from '@wachta/bus'
import { type Database, openDatabase } from '@wachta/database'
import { Config as Planner } from '@wachta/planner'
import { Config as Reporter } from '@wachta/reporter'
import { listVariables, ProcessConfig } from '@wachta/runtime'
import { readDatabaseUrl } from '../environment.ts'
import { Config as Supervisor } from '../serve/config.ts'

/** The environment of health checks: the variables, and the database and the broker that they configure. */
export interface DoctorContext extends AsyncDisposable {
  readonly environment: NodeJS.ProcessEnv
  readonly now: () => number
  /** Returns the value of a variable, or else its default in the processes. */
  variable(name: string): string
  /** Opens the connection pool on the first call. */
  database(): Database
  bus(): Promise<Bus>
}

/** The defaults of the processes, from their schemas; if several declare a variable, the last one counts. */
const defaults: ReadonlyMap<string, string> = new Map(
  [ProcessConfig, Reporter, Api, Planner, Supervisor]
    .flatMap((schema) => listVariables(schema))
    .flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, String(value)] as const])),
)

export function createDoctorContext(environment: NodeJS.ProcessEnv, now: () => number = Date.now): DoctorContext {
  const opened = new AsyncDisposableStack()
  const variable = (name: string) => environment[name] || (defaults.get(name) ?? '')
  let database: Database | undefined
  let bus: Promise<Bus> | undefined
  const connect = async () => {
    const file = variable('NATS_CREDENTIALS')
    const credentials = file ? await readCredentials(await readFile(file, 'utf8')) : undefined
    const broker = { url: variable('NATS_URL'), ca: variable('NATS_CA') || undefined }
    const options = { ...broker, cell: variable('CELL'), name: 'doctor', credentials, retriesFirstConnection: false }
    return opened.use(await openBus(options))
  }
  return {
    environment,
    now,
    variable,
    database() {
      database ??= opened.use(openDatabase(readDatabaseUrl(environment), { connections: 4 }))
      return database
    },
    bus() {
      bus ??= connect()
      return bus
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
