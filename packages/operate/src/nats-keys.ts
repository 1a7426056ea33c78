import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  centreCredentials,
  createInstallationKeys,
  serverConfiguration,
  writeCredentials,
  writeKeys,
} from '@wachta/bus'
import { CommandError } from './command-error.ts'

export interface NatsKeysOptions {
  readonly directory?: string | undefined
  readonly listen?: string | undefined
  readonly store?: string | undefined
}

const files = {
  operator: 'operator.seed',
  keys: 'installation-keys.json',
  credentials: 'centre.creds',
  server: 'nats-server.conf',
} as const

/** Makes the keys of an installation and a configuration of its broker. Nothing that is there is written over. */
export async function makeNatsKeys(options: NatsKeysOptions): Promise<void> {
  const { listen = '127.0.0.1:4222', store = '/var/lib/wachta-nats' } = options
  if (!options.directory) throw new CommandError('Give --directory.')
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(listen) ?? []
  if (host === undefined || Number(port) > 65_535) throw new CommandError('--listen is HOST:PORT.')
  const directory = resolve(options.directory)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { keys, operator, broker } = await createInstallationKeys()
  const contents: Record<string, string> = {
    [files.operator]: `${operator}\n`,
    [files.keys]: writeKeys(keys),
    [files.credentials]: writeCredentials(await centreCredentials(keys, 'centre')),
    [files.server]: serverConfiguration(broker, { host, port: Number(port), store }),
  }
  for (const [name, content] of Object.entries(contents)) await writeNew(join(directory, name), content)
  console.log(nextSteps(directory))
}

/** For its owner alone, and never in the place of other keys: whoever lost those would have to enrol every sensor anew. */
async function writeNew(path: string, content: string): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new CommandError(`${path} is there already and is left as it is.`) : error
  })
}

const nextSteps = (directory: string) => `Written to ${directory}, readable by you alone:

  ${files.server}        start the broker with it: nats-server -c ${files.server}
  ${files.keys}  for the api and the planner: INSTALLATION_KEYS names it
  ${files.credentials}            for planner and analyst: NATS_CREDENTIALS names it
  ${files.operator}           not needed to run; keep it elsewhere, or delete it

Add TLS to ${files.server} before a sensor connects from another machine. See docs/sensors.md.`
