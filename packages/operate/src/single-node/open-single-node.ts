import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { CommandError } from '@wachta/cli'
import { type EngineName, findBinaries } from '../engines/binaries.ts'
import { type Engine, stopLeftover } from '../engines/engine.ts'
import { createOwnNats } from '../engines/own-nats.ts'
import { prepareOwnPostgres } from '../engines/own-postgres.ts'
import { natsFiles } from '../nats-files.ts'
import { splitAccounts, writeNatsKeys } from '../nats-keys.ts'
import { ensureReportKey } from '../setup/report-key.ts'
import { lockName } from './lock-directory.ts'
import { readSettingsFile, renewSettingsFile, type SettingsFile } from './settings-file.ts'
import { buildVariables, type SingleNodeVariables } from './variables.ts'

/** A single-node installation: a directory with its data, its keys, and the servers that it runs itself. */
export interface SingleNode extends SingleNodeVariables {
  readonly directory: string
  readonly engines: readonly Engine[]
  readonly mailPort: number
  /** The login passwords of the processes, if the installation runs its own PostgreSQL. */
  readonly loginPasswords?: SettingsFile['login_passwords']
}

/** The file that contains the password of the first administrator. */
export const passwordFile = 'admin-password'

const engineNames: readonly EngineName[] = ['postgres', 'nats']
const variablesFile = 'environment'
/** Any of these files identifies a folder as ours, even if its setup was interrupted. */
const markerFiles = [variablesFile, lockName, 'demo.json']

/**
 * Prepares everything that is needed to start a single-node installation, without starting it. The caller must hold the
 * lock.
 */
export async function openSingleNode(directory: string, processVariables: NodeJS.ProcessEnv): Promise<SingleNode> {
  const binaries = findEngines(await listOwnEngines(directory, processVariables))
  for (const name of engineNames) await stopLeftover({ name, directory })
  const fileVariables = await ensureVariablesFile(directory)
  const file = await renewSettingsFile(directory)
  const { variables, owned } = buildVariables({ directory, file, fileVariables, processVariables })
  await ensureReportKey(join(directory, 'keys'))
  const engines: Engine[] = []
  if (owned.has('postgres'))
    engines.push(
      await prepareOwnPostgres({
        ...{ binaries: binaries.get('postgres') ?? '', directory },
        ...{ port: file.ports.postgres, password: file.database_password },
      }),
    )
  if (owned.has('nats')) {
    const configuration = await ensureKeys(directory, file.ports.nats)
    engines.push(
      createOwnNats({ binaries: binaries.get('nats') ?? '', directory, port: file.ports.nats, configuration }),
    )
  }
  return {
    ...{ directory, variables, owned, engines, mailPort: file.ports.mail },
    ...(owned.has('postgres') && { loginPasswords: file.login_passwords }),
  }
}

/** Returns the variables of an existing single-node installation, for commands that use it. */
export async function readSingleNodeVariables(
  path: string,
  processVariables: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const directory = resolve(path)
  const file = await readSettingsFile(directory)
  if (!file)
    throw new CommandError({
      en: `${directory} contains no installation. \`wachta serve --data ${path}\` creates one.`,
      pl: `W ${directory} nie ma instalacji. Tworzy ją \`wachta serve --data ${path}\`.`,
    })
  return buildVariables({ directory, file, fileVariables: await readVariables(directory), processVariables }).variables
}

/** Resolves the data directory and creates it if it does not exist. Throws if it contains other files. */
export async function resolveDataDirectory(path: string): Promise<string> {
  const folder = resolve(path)
  if (!existsSync(folder)) {
    await mkdir(folder, { recursive: true })
    // If we are root, PostgreSQL runs as another user, who must be able to enter the folder; files with secrets are
    // private anyway.
    await chmod(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
  }
  const content = await readdir(folder)
  // A process that takes the lock prepares it under a longer name.
  const isMarker = (name: string) => markerFiles.includes(name) || name.startsWith(`${lockName}.`)
  const isOurs = content.length === 0 || content.some(isMarker)
  if (!isOurs)
    throw new CommandError({
      en: `${folder} contains other files. Give an empty or a new folder.`,
      pl: `Katalog ${folder} zawiera inne pliki. Podaj pusty albo nowy katalog.`,
    })
  return realpath(folder)
}

/**
 * Lists the servers to run, in the same way as `buildVariables`. Before the first start, no own server has an address
 * yet.
 */
async function listOwnEngines(directory: string, processVariables: NodeJS.ProcessEnv): Promise<EngineName[]> {
  const fileVariables = await readVariables(directory)
  const file = (await readSettingsFile(directory)) ?? noSettings
  const { owned } = buildVariables({ directory, file, fileVariables, processVariables })
  return engineNames.filter((name) => owned.has(name))
}

const noSettings = { ports: { postgres: 0, nats: 0, mail: 0 }, database_password: '' }

function findEngines(engines: EngineName[]): Map<EngineName, string> {
  try {
    return findBinaries(engines)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // The third line of the message is for developers: it starts servers that keep no data.
    const [missing = '', advice = ''] = message.split('\n')
    throw new CommandError({
      en: `${missing}\n${advice}`,
      pl: `${missing.replaceAll(' and ', ' i ').replace(' not found.', ': nie znaleziono.')}\n${advice.replace('On Debian or Ubuntu', 'W Debianie lub Ubuntu')}`,
    })
  }
}

async function readVariables(directory: string): Promise<NodeJS.Dict<string>> {
  const path = join(directory, variablesFile)
  return existsSync(path) ? parseEnv(await readFile(path, 'utf8')) : {}
}

async function ensureVariablesFile(directory: string): Promise<NodeJS.Dict<string>> {
  const path = join(directory, variablesFile)
  if (!existsSync(path)) await writeFile(path, formatFirstVariables(), { mode: 0o600, flag: 'wx' })
  return readVariables(directory)
}

const formatFirstVariables =
  (): string => `# Variables of this installation; docs/reference/configuration.md describes them all.
# Variables of the shell take precedence. Without the keys, the secrets in the database cannot be read.
SECRET_KEYS=first:${randomBytes(32).toString('base64')}
`

async function ensureKeys(directory: string, port: number): Promise<string> {
  const folder = join(directory, 'keys')
  const configuration = join(folder, natsFiles.server)
  if (!existsSync(configuration))
    await writeNatsKeys(folder, { host: '127.0.0.1', port, store: join(directory, 'nats') })
  else await splitAccounts(folder)
  return configuration
}
