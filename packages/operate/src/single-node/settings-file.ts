import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort, isPortFree } from '../engines/free-port.ts'
import { type ProcessName, processes } from '../setup/processes.ts'

/** Settings that a single-node installation generates and keeps between starts. */
export interface SettingsFile {
  readonly ports: Readonly<Record<Listener, number>>
  readonly database_password: string
  /** The passwords of the processes for our PostgreSQL; each process has its own login. */
  readonly login_passwords: Readonly<Record<ProcessName, string>>
}

/** The settings in an existing file: earlier versions did not write all of them. */
export type KnownSettings = Omit<SettingsFile, 'login_passwords'> & Partial<SettingsFile>

/** The servers with a port on the loopback address. */
export const listeners = ['postgres', 'nats', 'mail'] as const
export type Listener = (typeof listeners)[number]

/** Existing data directories contain a file of this name. */
const fileName = 'box.json'

export async function readSettingsFile(directory: string): Promise<KnownSettings | undefined> {
  const text = await readFile(join(directory, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as KnownSettings)
}

/** Reads the settings, or generates them the first time. A port that another program uses now is replaced. */
export async function renewSettingsFile(directory: string): Promise<SettingsFile> {
  const known = await readSettingsFile(directory)
  const ports: Partial<Record<Listener, number>> = {}
  for (const name of listeners) ports[name] = await choosePort(known?.ports[name], Object.values(ports))
  const file: SettingsFile = {
    ports: ports as SettingsFile['ports'],
    database_password: known?.database_password ?? createPassword(),
    login_passwords: Object.fromEntries(
      processes.map((name) => [name, known?.login_passwords?.[name] ?? createPassword()]),
    ) as SettingsFile['login_passwords'],
  }
  const path = join(directory, fileName)
  await writeFile(`${path}.new`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return file
}

async function choosePort(known: number | undefined, taken: readonly number[]): Promise<number> {
  if (known !== undefined && (await isPortFree(known))) return known
  for (;;) {
    const port = await findFreePort()
    if (!taken.includes(port)) return port
  }
}

const createPassword = (): string => randomBytes(24).toString('base64url')
