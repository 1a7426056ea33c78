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
  /** The parent of the folders, one for each process. */
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
export async function writeSecrets(options: SecretsOptions): Promise<readonly string[]> {
  await mkdir(options.keys, { recursive: true, mode: 0o700 })
  const brokerAddress = { host: '0.0.0.0', port: Number(parsePort(options.nats)), store: options.store }
  if (existsSync(join(options.keys, natsFiles.server))) await splitAccounts(options.keys)
  else await writeNatsKeys(options.keys, brokerAddress)
  const hosts = { postgres: listHostNames(options.postgres), nats: listHostNames(options.nats) }
  const secrets = await ensureMasterSecrets(options.keys, hosts, options.given)
  const folders = Object.entries(await buildContents(options, secrets))
  for (const [folder, files] of folders) {
    await mkdir(join(options.directory, folder), { recursive: true, mode: 0o700 })
    for (const [name, content] of Object.entries(files))
      await replaceSecretFile(join(options.directory, folder, name), content)
  }
  return folders.map(([folder]) => folder)
}

/** Returns the files of each process. A process has no secrets besides those listed here. */
async function buildContents(
  options: SecretsOptions,
  secrets: MasterSecrets,
): Promise<Readonly<Record<Folder, Files>>> {
  const toMountedPath = (name: string) => `${options.mountedAt}/${name}`
  const read = (name: string) => readFile(join(options.keys, name), 'utf8')
  const [keys, credentials, server] = await Promise.all([
    read(natsFiles.keys),
    read(natsFiles.credentials),
    read(natsFiles.server),
  ])
  const signing = await ensureReportKey(options.keys)
  const signingVariables = {
    REPORT_SIGNING_KEY: toMountedPath(reportKeyFiles.key),
    REPORT_SIGNING_CERTIFICATE: toMountedPath(reportKeyFiles.certificate),
  }
  const ca = { 'ca.crt': secrets.authority.certificate }
  const broker = { NATS_URL: `tls://${options.nats}`, NATS_CA: toMountedPath('ca.crt') }
  const secretKeys = { SECRET_KEYS: secrets.secret_keys }
  const installationKeys = { INSTALLATION_KEYS: toMountedPath(natsFiles.keys) }
  const natsCredentials = { NATS_CREDENTIALS: toMountedPath(natsFiles.credentials) }
  const login = (name: ProcessName) => ({
    DATABASE_URL: buildDatabaseUrl(options, {
      user: toLoginName(options.database, name),
      password: secrets.logins[name],
      role: getDatabaseRole(name),
    }),
  })
  const owner = { DATABASE_URL: buildDatabaseUrl(options, { user: 'wachta', password: secrets.postgres_password }) }
  const toolVariables = { ...owner, ...broker, ...secretKeys, ...installationKeys, ...natsCredentials }
  return {
    postgres: { password: secrets.postgres_password, ...toCertificateFiles(secrets.postgres) },
    nats: {
      [natsFiles.server]: renderBrokerConfiguration(server, options.mountedAt),
      ...toCertificateFiles(secrets.nats),
    },
    tools: { ...ca, ...formatEnvironment(toolVariables), [natsFiles.keys]: keys, [natsFiles.credentials]: credentials },
    api: {
      ...{ ...ca, [natsFiles.keys]: keys },
      ...formatEnvironment({ ...login('api'), ...broker, ...secretKeys, ...installationKeys }),
    },
    planner: {
      ...{ ...ca, [natsFiles.keys]: keys, [natsFiles.credentials]: credentials },
      ...formatEnvironment({ ...login('planner'), ...broker, ...secretKeys, ...installationKeys, ...natsCredentials }),
    },
    analyst: {
      ...{ ...ca, [natsFiles.credentials]: credentials },
      ...formatEnvironment({ ...login('analyst'), ...broker, ...natsCredentials }),
    },
    notifier: { ...ca, ...formatEnvironment({ ...login('notifier'), ...secretKeys }) },
    reporter: {
      ...{ ...ca, [reportKeyFiles.key]: signing.key, [reportKeyFiles.certificate]: signing.certificate },
      ...formatEnvironment({ ...login('reporter'), ...signingVariables }),
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

/** Returns a database URL. With it, the client verifies the server certificate before it sends the password. */
function buildDatabaseUrl(
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

/** The name of the file with the variables of a process. */
export const environmentFile = 'wachta.env'
const formatEnvironment = (variables: Readonly<Record<string, string>>): Files => ({
  [environmentFile]: Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join(''),
})

const toCertificateFiles = ({ certificate, key }: MasterSecrets['nats']): Files => ({
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
