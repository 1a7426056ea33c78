import { spawn, spawnSync } from 'node:child_process'

/**
 * Commands that prepare a network in which every address is local: all packets arrive at listeners on this machine, and
 * none leave it. Its name server is 127.0.0.1.
 */
const preparation = [
  'ip link set lo up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  'resolv=$(mktemp) && echo "nameserver 127.0.0.1" > "$resolv" && mount --bind "$resolv" /etc/resolv.conf && rm "$resolv"',
  'exec "$@"',
].join(' && ')

const unshareOptions = ['--net', '--mount', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

/** Returns why such a network cannot be created here; undefined if it can. */
export function getNamespaceError(): string | undefined {
  const script = preparation.replace('exec "$@"', 'true')
  const { status, stderr, error } = spawnSync('unshare', [...unshareOptions, 'sh', '-c', script], { encoding: 'utf8' })
  return status === 0 ? undefined : `no network namespace: ${error?.message ?? stderr.trim()}`
}

export interface NamespaceOptions {
  /** Whether the program gets its own process namespace, whose first process reaps orphans. */
  readonly hasPidNamespace?: boolean
  /** Called with the output of the program as it arrives. */
  readonly onOutput?: (text: string) => void
}

/** Runs a program in its own network and returns its output; throws with the output if it fails. */
export function runInNamespace(
  file: string,
  args: readonly string[],
  { hasPidNamespace = false, onOutput }: NamespaceOptions = {},
): Promise<string> {
  const processes = hasPidNamespace ? ['--pid', '--fork', '--kill-child', '--mount-proc'] : []
  const script = hasPidNamespace ? preparation.replace('exec "$@"', '"$@"; exit $?') : preparation
  const command = [...unshareOptions, ...processes, 'sh', '-c', script, 'sh', process.execPath, file, ...args]
  const child = spawn('unshare', command, {
    // The default of four threads would limit concurrent lookups.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
    onOutput?.(text)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output.stdout) : reject(new Error(`${file} ended with ${code}: ${output.stderr}`)),
    )
  })
}
