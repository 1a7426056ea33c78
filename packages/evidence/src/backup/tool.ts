import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BackupError } from './manifest.ts'

const maxSaid = 2000

/** Runs a program of PostgreSQL. The password goes by the environment: arguments are seen by everyone on the machine. */
export async function runTool(
  tool: 'pg_dump' | 'pg_restore',
  words: readonly string[],
  { url, signal }: { readonly url: string; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { address, password } = omitPassword(url)
  const child = spawn(tool, [...words, `--dbname=${address}`], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-maxSaid)
  })
  const [code] = await once(child, 'close').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new BackupError({ kind: 'tool_missing', tool, said: '' }, { cause }) : cause
  })
  if (code !== 0) throw new BackupError({ kind: 'tool_failed', tool, said: said.trim() })
}

/** An address that anybody may see, and the password that it had, in whichever of the two places. */
export function omitPassword(url: string): { readonly address: string; readonly password: string } {
  const address = new URL(url)
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password)
  address.password = ''
  if (address.searchParams.has('password')) {
    address.searchParams.delete('password')
    // What is written anew has plus signs for spaces, which the programs of PostgreSQL take as they are.
    address.search = address.search.replaceAll('+', '%20')
  }
  return { address: address.href, password }
}
