import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownUser } from '../engines/own-postgres.ts'
import { natsFiles } from '../nats-files.ts'
import { toLoginVariable } from '../serve/config.ts'
import { getDatabaseRole, type ProcessName, toLoginName } from '../setup/processes.ts'
import { reportKeyFiles } from '../setup/report-key.ts'
import type { KnownSettings, Listener, SettingsFile } from './settings-file.ts'

export interface SingleNodeContext {
  readonly directory: string
  readonly file: KnownSettings
  /** The variables in its `environment` file. */
  readonly fileVariables: NodeJS.Dict<string>
  /** The variables of the process, which take precedence. */
  readonly processVariables: NodeJS.ProcessEnv
}

export interface SingleNodeVariables {
  readonly variables: Readonly<Record<string, string>>
  /** The servers that the installation runs itself, because no variable configures another one. */
  readonly owned: ReadonlySet<Listener>
}

const addressVariables: Readonly<Record<Listener, string>> = {
  postgres: 'DATABASE_URL',
  nats: 'NATS_URL',
  mail: 'SMTP_URL',
}

/**
 * Returns the variables of a single-node installation. Those of the process take precedence over those of its file, and
 * both over the ones derived here. Empty variables count as unset.
 */
export function buildVariables({
  directory,
  file: { ports, database_password, login_passwords },
  fileVariables,
  processVariables,
}: SingleNodeContext): SingleNodeVariables {
  const configured = { ...omitEmpty(fileVariables), ...omitEmpty(processVariables) }
  const ownVariables: Readonly<Record<Listener, Readonly<Record<string, string>>>> = {
    postgres: {
      DATABASE_URL: `postgres://${ownUser}:${database_password}@127.0.0.1:${ports.postgres}/${ownUser}`,
      ...buildLoginVariables(ports.postgres, login_passwords),
    },
    nats: {
      NATS_URL: `nats://127.0.0.1:${ports.nats}`,
      INSTALLATION_KEYS: join(directory, 'keys', natsFiles.keys),
      NATS_CREDENTIALS: join(directory, 'keys', natsFiles.credentials),
    },
    // Mail is only written to files, so addresses need no verification.
    mail: { SMTP_URL: `smtp://127.0.0.1:${ports.mail}`, VERIFY_EMAIL_ADDRESSES: 'false' },
  }
  // A variable equal to our own address, such as one exported in a shell, does not mean that the server is elsewhere.
  const isOwn = (name: Listener) =>
    [undefined, ownVariables[name][addressVariables[name]]].includes(configured[addressVariables[name]])
  const owned = (Object.keys(ownVariables) as Listener[]).filter(isOwn)
  const defaults = {
    OBJECTS_URL: pathToFileURL(join(directory, 'objects')).href,
    // The broker reserves this space on the disk; the default of the variable is meant for a dedicated machine.
    NATS_STORE_BYTES: String(1024 ** 3),
    ...(configured['REPORT_SIGNING_KEY'] === undefined && {
      REPORT_SIGNING_KEY: join(directory, 'keys', reportKeyFiles.key),
      REPORT_SIGNING_CERTIFICATE: join(directory, 'keys', reportKeyFiles.certificate),
    }),
    SENSOR_DIRECTORY: join(directory, 'sensor'),
    SENSOR_SERVER_URL: `http://127.0.0.1:${configured['HTTP_PORT'] ?? 8080}`,
    ...(configured['HTTP_PORT'] !== undefined && { PUBLIC_URL: `http://127.0.0.1:${configured['HTTP_PORT']}` }),
    ...buildPagesVariables(configured),
  }
  return {
    variables: Object.assign({}, defaults, ...owned.map((name) => ownVariables[name]), configured),
    owned: new Set(owned),
  }
}

/** Returns the database URL of each process, with its own login and role. */
const buildLoginVariables = (port: number, passwords: SettingsFile['login_passwords'] | undefined) =>
  Object.fromEntries(
    Object.entries(passwords ?? {}).map(([name, password]) => {
      const process = name as ProcessName
      const user = `${toLoginName(ownUser, process)}:${password}`
      const options = encodeURIComponent(`-c role=${getDatabaseRole(process)}`)
      return [toLoginVariable(process), `postgres://${user}@127.0.0.1:${port}/${ownUser}?options=${options}`]
    }),
  )

/**
 * The port of the status pages is derived from that of the API, because several installations can run on one machine.
 */
function buildPagesVariables(configured: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const http = Number(configured['HTTP_PORT'] ?? 8080)
  const port = configured['PAGES_PORT'] ?? String(http === 0 ? 0 : http + pagesPortOffset)
  const api = http === 0 ? {} : { API_URL: `http://127.0.0.1:${http}` }
  return { PAGES_PORT: port, PAGES_URL: `http://127.0.0.1:${port}`, ...api }
}

/** How far the port of the status pages is from that of the API. */
export const pagesPortOffset = 10

const omitEmpty = (variables: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])))
