import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolvePrimary } from '@wachta/database'
import { BackupError } from './manifest.ts'

const maxErrorLength = 2000

/**
 * Runs a PostgreSQL tool. The password is passed in the environment, because every user of the machine can see
 * arguments.
 */
export async function runTool(
  tool: 'pg_dump' | 'pg_restore',
  toolArguments: readonly string[],
  { url, signal }: { readonly url: string; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { address, password } = omitPassword(await resolvePrimary(url))
  const child = spawn(tool, [...toolArguments, `--dbname=${address}`], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = `${errorOutput}${text}`.slice(-maxErrorLength)
  })
  const [code] = await once(child, 'close').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new BackupError({ kind: 'tool_missing', tool, said: '' }, { cause }) : cause
  })
  if (code !== 0) throw new BackupError({ kind: 'tool_failed', tool, said: errorOutput.trim() })
}

/** Splits a database URL into the URL without password and the password, from its user part or its query. */
export function omitPassword(url: string): { readonly address: string; readonly password: string } {
  const address = new URL(url)
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password)
  address.password = ''
  if (address.searchParams.has('password')) {
    address.searchParams.delete('password')
    // URLSearchParams writes spaces as plus signs, which the PostgreSQL tools do not decode.
    address.search = address.search.replaceAll('+', '%20')
  }
  return { address: address.href, password }
}
