import { OverloadedError, type Probe } from '@wachta/checks'
import { type Browser, chromium, errors } from 'playwright-core'
import { type GuardProxy, startGuardProxy } from './guard-proxy.ts'
import { createJail, guardPort, type Jail } from './jail/jail.ts'
import { killProcesses } from './jail/processes.ts'
import { watchMemory } from './memory-watch.ts'

/** The browser of one check, in its jail. Disposing of it ends all its processes and removes its files. */
export interface JailedBrowser extends AsyncDisposable {
  readonly browser: Browser
  readonly proxy: GuardProxy
  readonly pid: number
  /** Why the browser was killed; null if it was not. */
  readonly killReason: string | null
  /** Kills the browser for this reason, such as a page that takes too much memory. */
  kill(reason: string): void
}

export interface LaunchOptions {
  /** The path of the browser. */
  readonly browser: string
  readonly network: Pick<Probe['network'], 'dial'>
  readonly isBlocked?: (host: string) => boolean
  /** Keys (SHA-256, base64) of servers that the browser trusts, no matter who signed their certificates. */
  readonly trustedKeys?: readonly string[]
  readonly signal?: AbortSignal
}

const startTimeoutMs = 10_000

export async function launchBrowser(options: LaunchOptions): Promise<JailedBrowser> {
  const { network, signal, isBlocked = () => false } = options
  const jail = await createJail(options.browser)
  const proxy = await startGuardProxy({ socket: jail.socket, dial: (endpoint) => network.dial(endpoint), isBlocked })
  const state: { killedFor: string | null; memory?: Disposable; ending?: Promise<void> } = { killedFor: null }
  const end = (): Promise<void> => {
    state.memory?.[Symbol.dispose]()
    state.ending ??= jail.end().finally(() => proxy[Symbol.asyncDispose]())
    return state.ending
  }
  const onAbort = () => void end().catch(() => undefined)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    signal?.throwIfAborted()
    const browser = await launchChromium(jail, options)
    const pid = await jail.findPid()
    signal?.throwIfAborted()
    if (pid === undefined) throw new Error('the jail has no process')
    const kill = (reason: string): void => {
      state.killedFor ??= reason
      killProcesses(pid)
    }
    state.memory = watchMemory(pid, kill)
    return {
      browser,
      proxy,
      pid,
      get killReason() {
        return state.killedFor
      },
      kill,
      async [Symbol.asyncDispose]() {
        signal?.removeEventListener('abort', onAbort)
        await end()
      },
    }
  } catch (cause) {
    await end()
    throw cause instanceof errors.TimeoutError ? new OverloadedError('the browser did not start in time') : cause
  }
}

function launchChromium(jail: Jail, { trustedKeys = [] }: LaunchOptions): Promise<Browser> {
  return chromium.launch({
    executablePath: jail.program,
    // By default, Playwright disables the sandbox of the browser.
    chromiumSandbox: true,
    env: jail.environment,
    args: [
      ...switches,
      ...(trustedKeys.length > 0 ? [`--ignore-certificate-errors-spki-list=${trustedKeys.join(',')}`] : []),
    ],
    ignoreDefaultArgs: ['--disable-dev-shm-usage'],
    proxy: { server: `socks5://127.0.0.1:${guardPort}` },
    timeout: startTimeoutMs,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
}

/**
 * The jail has no network, so the network switches are only a second barrier, and save work. Frames of other sites
 * share a process, because a browser serves one check of one account, and hundreds of frames must not start hundreds of
 * processes.
 */
const switches = [
  '--block-new-web-contents',
  '--disable-gpu',
  '--disable-quic',
  '--disable-site-isolation-trials',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--log-level=3',
  '--no-pings',
  '--renderer-process-limit=4',
  '--js-flags=--max-old-space-size=512',
]
