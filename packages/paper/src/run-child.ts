import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ChildAnswer, ChildRequest } from './child/protocol.ts'
import type { PrintOptions } from './report.ts'

const program = fileURLToPath(new URL('./child/main.ts', import.meta.url))
// Typst also searches the machine for fonts; with this configuration it finds none.
const environment = {
  FONTCONFIG_FILE: fileURLToPath(new URL('./template/fonts.conf', import.meta.url)),
  // One malloc arena for all threads: separate ones take more memory and save no time here. Freed memory is returned at
  // once.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
}
const prlimit = '/usr/bin/prlimit'
const defaultTimeoutMs = 60_000
const defaultMegabytes = 1536
const maxAnswerBytes = 256 * 1024 ** 2
const maxErrorLength = 2000
const memoryCheckMs = 25
// Address space that V8 reserves at its start. It is unused, but the kernel counts it.
const reservedMegabytes = 768

export type ChildOutput = Extract<ChildAnswer, { ok: true }> & { readonly content: Uint8Array }

/** Runs one request in a separate process, which inherits no environment variables and is killed at its limits. */
export async function runChild(request: ChildRequest, options: PrintOptions = {}): Promise<ChildOutput> {
  const { timeoutMs = defaultTimeoutMs, maxMegabytes = defaultMegabytes, signal } = options
  signal?.throwIfAborted()
  const child = startChild(maxMegabytes)
  let endReason: string | undefined
  const end = (reason: string) => {
    endReason ??= reason
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => end(`it took longer than ${timeoutMs} ms`), timeoutMs)
  const watch = watchMemory(child, maxMegabytes, () => end(describeMemoryExcess(maxMegabytes)))
  const abort = () => end('it was cancelled')
  signal?.addEventListener('abort', abort)
  try {
    const [[code, killedBy], bytes, errorOutput] = await Promise.all([
      once(child, 'close') as Promise<[number | null, string | null]>,
      readBounded(child.stdio[3] as Readable, () => end(`the result has more than ${maxAnswerBytes} bytes`)),
      readEnd(child.stderr),
      send(child, JSON.stringify(request)),
    ])
    if (signal?.aborted) throw signal.reason
    if (endReason !== undefined) throw new Error(`The report could not be printed: ${endReason}.`)
    return readAnswer(bytes, () =>
      outOfMemoryPattern.test(errorOutput)
        ? describeMemoryExcess(maxMegabytes)
        : `the process ended with ${killedBy ?? `code ${code}`}. ${errorOutput}`.trim(),
    )
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    signal?.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  }
}

// The messages of V8, Rust and the C library.
const outOfMemoryPattern = /out of memory|memory allocation of|bad_alloc|Cannot allocate memory/i

const describeMemoryExcess = (maxMegabytes: number) => `it needed more than ${maxMegabytes} MB of memory`

function startChild(maxMegabytes: number): ChildProcess {
  // Typst uses most of the memory, and a young generation of the default size would only add to it.
  const heap = [`--max-old-space-size=${Math.ceil(maxMegabytes)}`, '--max-semi-space-size=1']
  const node = [process.execPath, ...heap, program]
  // The kernel at once rejects allocations far beyond the limit, even between two of our checks. Without `prlimit`,
  // only the checks remain.
  const limit = Math.ceil(maxMegabytes + reservedMegabytes) * 1024 ** 2
  const [file = '', ...processArguments] = existsSync(prlimit)
    ? [prlimit, `--data=${limit}`, '--core=0', ...node]
    : node
  const env = { ...environment, ...getCacheVariables() }
  return spawn(file, processArguments, { env, cwd: '/', stdio: ['pipe', 'ignore', 'pipe', 'pipe'] })
}

let cacheFolder: string | undefined

/**
 * The first child caches its compiled modules for later ones, which then take a third less time. The folder is private,
 * because another user who could write to it could run code in the children. Without it, children are only slower.
 */
function getCacheVariables(): { NODE_COMPILE_CACHE?: string } {
  try {
    cacheFolder ??= createCacheFolder()
    return { NODE_COMPILE_CACHE: cacheFolder }
  } catch {
    return {}
  }
}

function createCacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wachta-paper-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Watches the resident memory of the child, because native code allocates outside the heap limit of V8. */
function watchMemory(child: ChildProcess, maxMegabytes: number, onExceeded: () => void): NodeJS.Timeout | undefined {
  if (process.platform !== 'linux') return undefined
  return setInterval(() => {
    readFile(`/proc/${child.pid}/status`, 'utf8')
      .then((text) => {
        const kilobytes = Number(/^VmRSS:\s*(\d+)/m.exec(text)?.[1] ?? 0)
        if (kilobytes / 1024 > maxMegabytes) onExceeded()
      })
      // The child has ended.
      .catch(() => {})
  }, memoryCheckMs)
}

/** Ignores a broken pipe: if the child ends early, its exit status is more informative. */
async function send(child: ChildProcess, text: string): Promise<void> {
  child.stdin?.on('error', () => {}).end(text)
}

async function readBounded(stream: Readable, onExceeded: () => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxAnswerBytes) {
      onExceeded()
      break
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readEnd(stream: Readable | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) text = `${text}${String(chunk)}`.slice(-maxErrorLength)
  return text.trim()
}

function readAnswer(bytes: Buffer, describeEnd: () => string): ChildOutput {
  const end = bytes.indexOf(0x0a)
  if (end < 0) throw new Error(`The report could not be printed: ${describeEnd()}`)
  const answer = JSON.parse(bytes.toString('utf8', 0, end)) as ChildAnswer
  if (!answer.ok) throw new Error(`The report could not be printed: ${answer.reason}`)
  return { ...answer, content: new Uint8Array(bytes.subarray(end + 1)) }
}
