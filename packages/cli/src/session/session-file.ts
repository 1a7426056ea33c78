import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../frame/command.ts'
import { tryLockPath } from '../frame/try-lock-path.ts'
import { pause } from '../times/time.ts'

/** A session as it is stored between commands. */
export interface StoredSession {
  readonly url: string
  readonly id: number
  readonly token: string
}

/** The tokens of an application, as they are stored between commands. */
export interface StoredTokens {
  readonly url: string
  readonly token: string
  readonly refreshToken: string
  /** When `token` expires, in milliseconds since 1970. */
  readonly expiresAt: number
}

/** The path of the session file, which only its owner can read. */
function getSessionPath(environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] || homedir()
  return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'wachta', 'session.json')
}

export async function saveSession(
  environment: NodeJS.ProcessEnv,
  session: StoredSession | StoredTokens,
): Promise<void> {
  const path = getSessionPath(environment)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Written to a temporary file and renamed, so that a concurrent command reads the old session or the new one.
  const temporaryPath = `${path}.${process.pid}`
  await writeFile(temporaryPath, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600, flag: 'w' })
  await chmod(temporaryPath, 0o600)
  await rename(temporaryPath, path)
}

export async function readSession(environment: NodeJS.ProcessEnv): Promise<StoredSession | StoredTokens | undefined> {
  const path = getSessionPath(environment)
  let content: string
  try {
    content = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const session = parseContent(content)
  if (session) return session
  throw new CommandError({
    en: `${path} cannot be read. Sign in again: wachta sign-in.`,
    pl: `Nie można odczytać pliku ${path}. Zaloguj się ponownie: wachta sign-in.`,
  })
}

export const deleteSession = (environment: NodeJS.ProcessEnv): Promise<void> =>
  rm(getSessionPath(environment), { force: true })

/** How long another command may hold the lock before it counts as dead, and how often the lock is tried. */
const staleLockMs = 30_000
const lockRetryMs = 100

/**
 * Locks the session against other commands; returns the function that unlocks it. The command also runs on Node 20,
 * which does not support `await using`.
 */
export async function lockSession(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<() => Promise<void>> {
  const path = `${getSessionPath(environment)}.lock`
  const isDead = async (holder: string) => {
    const holderStats = await stat(join(path, holder)).catch(() => undefined)
    return holderStats !== undefined && Date.now() - holderStats.mtimeMs > staleLockMs
  }
  for (;;) {
    const unlock = await tryLockPath(path, isDead)
    if (unlock) return unlock
    await pause(lockRetryMs, signal)
    signal.throwIfAborted()
  }
}

function parseContent(content: string): StoredSession | StoredTokens | undefined {
  try {
    const { url, id, token, refreshToken, expiresAt } = JSON.parse(content)
    if (typeof url === 'string' && typeof token === 'string' && typeof refreshToken === 'string')
      return { url, token, refreshToken, expiresAt: Number(expiresAt) }
    return typeof url === 'string' && typeof id === 'number' && typeof token === 'string'
      ? { url, id, token }
      : undefined
  } catch {
    return undefined
  }
}
