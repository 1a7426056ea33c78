import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { natsFiles } from '../nats-files.ts'
import { splitAccounts, writeNatsKeys } from '../nats-keys.ts'
import { renderBrokerConfiguration } from './broker-configuration.ts'
import { ensureMasterSecrets, type MasterSecrets, replaceSecretFile } from './master-secrets.ts'
import { getDatabaseRole, type ProcessName, toLoginName } from './processes.ts'
import { ensureReportKey, reportKeyFiles } from './report-key.ts'

export interface SecretsOptions {
  /** The folder of all master secrets. */
  readonly keys: string
  /** Below it, one folder for each process. */
  readonly directory: string
  /** The path at which a process finds its folder. */
  readonly mountedAt: string
  /** Host and port of both servers, as the processes reach them. */
  readonly postgres: string
  readonly nats: string
  readonly database: string
  /** The data folder of the broker. */
  readonly store: string
  readonly given?: Parameters<typeof ensureMasterSecrets>[2]
}

type Folder = ProcessName | 'postgres' | 'nats' | 'tools' | 'sensor'
type Files = Readonly<Record<string, string>>

/**
 * Creates missing secrets, then writes for each process a folder with only the secrets that it needs. Returns the
 * folders.
 */
export async function writeSecrets(wanted: SecretsOptions): Promise<readonly string[]> {
  await mkdir(wanted.keys, { recursive: true, mode: 0o700 })
  const listening = { host: '0.0.0.0', port: Number(parsePort(wanted.nats)), store: wanted.store }
  if (existsSync(join(wanted.keys, natsFiles.server))) await splitAccounts(wanted.keys)
  else await writeNatsKeys(wanted.keys, listening)
  const hosts = { postgres: listHostNames(wanted.postgres), nats: listHostNames(wanted.nats) }
  const secrets = await ensureMasterSecrets(wanted.keys, hosts, wanted.given)
  const folders = Object.entries(await contents(wanted, secrets))
  for (const [folder, files] of folders) {
    await mkdir(join(wanted.directory, folder), { recursive: true, mode: 0o700 })
    for (const [name, content] of Object.entries(files))
      await replaceSecretFile(join(wanted.directory, folder, name), content)
  }
  return folders.map(([folder]) => folder)
}

/** Which process gets which files. A process has no secrets besides those listed here. */
async function contents(wanted: SecretsOptions, secrets: MasterSecrets): Promise<Readonly<Record<Folder, Files>>> {
  const at = (name: string) => `${wanted.mountedAt}/${name}`
  const read = (name: string) => readFile(join(wanted.keys, name), 'utf8')
  const [keys, credentials, server] = await Promise.all([
    read(natsFiles.keys),
    read(natsFiles.credentials),
    read(natsFiles.server),
  ])
  const signing = await ensureReportKey(wanted.keys)
  const signingKey = {
    REPORT_SIGNING_KEY: at(reportKeyFiles.key),
    REPORT_SIGNING_CERTIFICATE: at(reportKeyFiles.certificate),
  }
  const ca = { 'ca.crt': secrets.authority.certificate }
  const broker = { NATS_URL: `tls://${wanted.nats}`, NATS_CA: at('ca.crt') }
  const secretKeys = { SECRET_KEYS: secrets.secret_keys }
  const installationKeys = { INSTALLATION_KEYS: at(natsFiles.keys) }
  const natsCredentials = { NATS_CREDENTIALS: at(natsFiles.credentials) }
  const login = (name: ProcessName) => ({
    DATABASE_URL: databaseAddress(wanted, {
      user: toLoginName(wanted.database, name),
      password: secrets.logins[name],
      role: getDatabaseRole(name),
    }),
  })
  const owner = { DATABASE_URL: databaseAddress(wanted, { user: 'wachta', password: secrets.postgres_password }) }
  const everything = { ...owner, ...broker, ...secretKeys, ...installationKeys, ...natsCredentials }
  return {
    postgres: { password: secrets.postgres_password, ...certificateFiles(secrets.postgres) },
    nats: {
      [natsFiles.server]: renderBrokerConfiguration(server, wanted.mountedAt),
      ...certificateFiles(secrets.nats),
    },
    tools: { ...ca, ...environment(everything), [natsFiles.keys]: keys, [natsFiles.credentials]: credentials },
    api: {
      ...{ ...ca, [natsFiles.keys]: keys },
      ...environment({ ...login('api'), ...broker, ...secretKeys, ...installationKeys }),
    },
    planner: {
      ...{ ...ca, [natsFiles.keys]: keys, [natsFiles.credentials]: credentials },
      ...environment({ ...login('planner'), ...broker, ...secretKeys, ...installationKeys, ...natsCredentials }),
    },
    analyst: {
      ...{ ...ca, [natsFiles.credentials]: credentials },
      ...environment({ ...login('analyst'), ...broker, ...natsCredentials }),
    },
    notifier: { ...ca, ...environment({ ...login('notifier'), ...secretKeys }) },
    reporter: {
      ...{ ...ca, [reportKeyFiles.key]: signing.key, [reportKeyFiles.certificate]: signing.certificate },
      ...environment({ ...login('reporter'), ...signingKey }),
    },
    sensor: ca,
  }
}

/** The user, the password and the role that is assumed after signing in. */
interface DatabaseLogin {
  readonly user: string
  readonly password: string
  readonly role?: string
}

/** The server certificate is verified before the password is sent. */
function databaseAddress(
  { postgres, database, mountedAt }: SecretsOptions,
  { user, password, role }: DatabaseLogin,
): string {
  const url = new URL(`postgres://${postgres}/${database}`)
  Object.assign(url, { username: user, password })
  if (role !== undefined) url.searchParams.set('options', `-c role=${role}`)
  url.searchParams.set('sslmode', 'verify-full')
  url.searchParams.set('sslrootcert', `${mountedAt}/ca.crt`)
  return url.href
}

/** The file of variables that a process starts with. */
export const environmentFile = 'wachta.env'
const environment = (variables: Readonly<Record<string, string>>): Files => ({
  [environmentFile]: Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join(''),
})

const certificateFiles = ({ certificate, key }: MasterSecrets['nats']): Files => ({
  'server.crt': certificate,
  'server.key': key,
})

const parsePort = (address: string): string => address.slice(address.lastIndexOf(':') + 1)
/** Returns the host with the loopback names, because clients on the same machine connect to those. */
const listHostNames = (address: string): string[] => [
  address.slice(0, address.lastIndexOf(':')),
  'localhost',
  '127.0.0.1',
]
