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
  readonly written: NodeJS.Dict<string>
  /** The variables of the process, which take precedence. */
  readonly set: NodeJS.ProcessEnv
}

export interface SingleNodeVariables {
  readonly variables: Readonly<Record<string, string>>
  /** The servers that the installation runs itself, because no variable configures another one. */
  readonly owned: ReadonlySet<Listener>
}

const named: Readonly<Record<Listener, string>> = { postgres: 'DATABASE_URL', nats: 'NATS_URL', mail: 'SMTP_URL' }

/**
 * Returns the variables of a single-node installation: those of the process, else those of its file, else its own.
 * Empty variables count as unset.
 */
export function buildVariables({
  directory,
  file: { ports, database_password, login_passwords },
  written,
  set,
}: SingleNodeContext): SingleNodeVariables {
  const given = { ...omitEmpty(written), ...omitEmpty(set) }
  const own: Readonly<Record<Listener, Readonly<Record<string, string>>>> = {
    postgres: {
      DATABASE_URL: `postgres://${ownUser}:${database_password}@127.0.0.1:${ports.postgres}/${ownUser}`,
      ...loginVariables(ports.postgres, login_passwords),
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
  const isOwn = (name: Listener) => [undefined, own[name][named[name]]].includes(given[named[name]])
  const owned = (Object.keys(own) as Listener[]).filter(isOwn)
  const usual = {
    OBJECTS_URL: pathToFileURL(join(directory, 'objects')).href,
    // The broker reserves this space on the disk; its default is meant for a dedicated machine.
    NATS_STORE_BYTES: String(1024 ** 3),
    ...(given['REPORT_SIGNING_KEY'] === undefined && {
      REPORT_SIGNING_KEY: join(directory, 'keys', reportKeyFiles.key),
      REPORT_SIGNING_CERTIFICATE: join(directory, 'keys', reportKeyFiles.certificate),
    }),
    SENSOR_DIRECTORY: join(directory, 'sensor'),
    SENSOR_SERVER_URL: `http://127.0.0.1:${given['HTTP_PORT'] ?? 8080}`,
    ...(given['HTTP_PORT'] !== undefined && { PUBLIC_URL: `http://127.0.0.1:${given['HTTP_PORT']}` }),
    ...pagesVariables(given),
  }
  return {
    variables: Object.assign({}, usual, ...owned.map((name) => own[name]), given),
    owned: new Set(owned),
  }
}

/** Each process signs in with its own login and the role of its rights. */
const loginVariables = (port: number, passwords: SettingsFile['login_passwords'] | undefined) =>
  Object.fromEntries(
    Object.entries(passwords ?? {}).map(([name, password]) => {
      const process = name as ProcessName
      const user = `${toLoginName(ownUser, process)}:${password}`
      const options = encodeURIComponent(`-c role=${getDatabaseRole(process)}`)
      return [toLoginVariable(process), `postgres://${user}@127.0.0.1:${port}/${ownUser}?options=${options}`]
    }),
  )

/** Status pages follow the port of the API: several installations can run on one machine. */
function pagesVariables(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const http = Number(given['HTTP_PORT'] ?? 8080)
  const port = given['PAGES_PORT'] ?? String(http === 0 ? 0 : http + pagesPortOffset)
  const api = http === 0 ? {} : { API_URL: `http://127.0.0.1:${http}` }
  return { PAGES_PORT: port, PAGES_URL: `http://127.0.0.1:${port}`, ...api }
}

const pagesPortOffset = 10

const omitEmpty = (variables: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])))
