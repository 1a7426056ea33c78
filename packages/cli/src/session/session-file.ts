import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../frame/command.ts'

/** A session as it is kept between two commands. */
export interface KeptSession {
  readonly url: string
  readonly id: number
  readonly token: string
}

/** Where the session is kept; only its owner may read it. */
function sessionPath(environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] || homedir()
  return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'wachta', 'session.json')
}

export async function keepSession(environment: NodeJS.ProcessEnv, session: KeptSession): Promise<void> {
  const path = sessionPath(environment)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Written beside and renamed: another command that runs meanwhile reads the old session or the new one.
  const beside = `${path}.${process.pid}`
  await writeFile(beside, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600, flag: 'w' })
  await chmod(beside, 0o600)
  await rename(beside, path)
}

export async function readSession(environment: NodeJS.ProcessEnv): Promise<KeptSession | undefined> {
  const path = sessionPath(environment)
  let content: string
  try {
    content = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const session = parsed(content)
  if (session) return session
  throw new CommandError({
    en: `${path} cannot be read. Sign in again: wachta sign-in.`,
    pl: `Nie można odczytać pliku ${path}. Zaloguj się ponownie: wachta sign-in.`,
  })
}

export const forgetSession = (environment: NodeJS.ProcessEnv): Promise<void> =>
  rm(sessionPath(environment), { force: true })

function parsed(content: string): KeptSession | undefined {
  try {
    const { url, id, token } = JSON.parse(content)
    return typeof url === 'string' && typeof id === 'number' && typeof token === 'string'
      ? { url, id, token }
      : undefined
  } catch {
    return undefined
  }
}
