import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts the servers to check in a separate process. */
export async function startTarget({ key, cert }: { readonly key: string; readonly cert: string }) {
  const program = fileURLToPath(new URL('./fixtures/probe-target.ts', import.meta.url))
  const child = spawn(process.execPath, [program, key, cert], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { urls: JSON.parse(String(line)) as Record<'http' | 'https', string>, stop: () => child.kill('SIGKILL') }
}
