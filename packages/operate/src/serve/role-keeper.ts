import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '@wachta/runtime'
import type { Child, Exit } from './child.ts'
import { computeRestart } from './restart-rule.ts'
import type { SupervisedProcess } from './supervised.ts'

/** The state of a process, as `/roles` returns it. */
export interface RoleState {
  readonly role: string
  readonly state: 'starting' | 'running' | 'waiting' | 'stopping' | 'stopped'
  /** When this state began. */
  readonly since: string
  readonly pid: number | null
  readonly metrics_port: number | null
  readonly restarts: number
  readonly last_exit: LastExit | null
  /** The time of the next start, if the process waits for its restart. */
  readonly next_start: string | null
}

export interface LastExit {
  readonly time: string
  readonly code: number | null
  readonly signal: string | null
  /** False if it ended before it was ready, for example because of a configuration error. */
  readonly was_running: boolean
}

interface RoleKeeperOptions {
  readonly role: string
  readonly start: SupervisedProcess['start']
  readonly log: Log
  readonly now?: () => number
  readonly random?: () => number
}

/** Keeps one process running until it is stopped. */
export class RoleKeeper {
  #state: RoleState
  #child: Child | undefined
  readonly #stopping = new AbortController()
  readonly #options: Required<RoleKeeperOptions>
  readonly #done: Promise<Exit | undefined>

  constructor(options: RoleKeeperOptions) {
    this.#options = { now: Date.now, random: Math.random, ...options }
    const since = this.#time()
    this.#state = {
      ...{ role: options.role, state: 'starting', since, pid: null, metrics_port: null },
      ...{ restarts: 0, last_exit: null, next_start: null },
    }
    this.#done = this.#keep()
  }

  get state(): RoleState {
    return this.#state
  }

  /**
   * Stops the process; further calls have no effect. Resolves with its exit once it has stopped, or with undefined if
   * it was waiting for its restart.
   */
  stop(): Promise<Exit | undefined> {
    if (!this.#stopping.signal.aborted) {
      this.#stopping.abort()
      if (this.#child) this.#become('stopping')
      this.#child?.kill('SIGTERM')
    }
    return this.#done
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  async #keep(): Promise<Exit | undefined> {
    const { role, log, now, random } = this.#options
    let failures = 0
    for (;;) {
      let readyAt: number | undefined
      this.#child = this.#start(({ metricsPort }) => {
        readyAt = now()
        if (!this.#stopping.signal.aborted) this.#become('running', { metrics_port: metricsPort })
      })
      this.#become('starting', { pid: this.#child.pid ?? null, metrics_port: null, next_start: null })
      const exit = await this.#child.ended
      this.#child = undefined
      const was_running = readyAt !== undefined
      const last_exit = { time: this.#time(), code: exit.code, signal: exit.signal, was_running }
      if (this.#stopping.signal.aborted) {
        this.#become('stopped', { pid: null, last_exit })
        return exit
      }
      const next = computeRestart({ failures, workedMs: readyAt === undefined ? 0 : now() - readyAt, random: random() })
      failures = next.failures
      const message = was_running ? 'a role ended' : 'a role could not start; its log lines above show why'
      log.error({ role, ...exit, failures, startsAgainIn_ms: next.waitMs }, message)
      const next_start = new Date(now() + next.waitMs).toISOString()
      const { restarts } = this.#state
      this.#become('waiting', { pid: null, metrics_port: null, last_exit, next_start, restarts: restarts + 1 })
      await wait(next.waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      if (this.#stopping.signal.aborted) {
        this.#become('stopped', { next_start: null })
        return undefined
      }
    }
  }

  /** A start that throws, such as for want of memory or descriptors, counts as an exit: it is tried again. */
  #start(onReady: Parameters<SupervisedProcess['start']>[0]): Child {
    try {
      return this.#options.start(onReady)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const ended = Promise.resolve({ code: null, signal: null, error: message })
      return { pid: undefined, ended, kill: () => undefined }
    }
  }

  #become(state: RoleState['state'], changes: Partial<RoleState> = {}): void {
    this.#state = { ...this.#state, ...changes, state, since: this.#time() }
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString()
  }
}
