import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Queryable } from '@wachta/database'
import { type Guard, sendGuardedRequest } from '@wachta/egress'
import type { Log } from '@wachta/runtime'
import type { ProcessMetrics } from '../process-metrics.ts'
import { beginSending, loadOutgoing, saveSent, tryLockSending } from './outgoing.ts'
import { toMetrics } from './payload.ts'

export interface SendingOptions {
  readonly database: Queryable & Pick<Database, 'transaction'>
  /** The URL of the collector, which accepts metrics by OTLP over HTTP in JSON. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly guard: Guard
  readonly cell: string
  readonly processMetrics: Pick<ProcessMetrics, 'sent'>
  readonly log: Pick<Log, 'warn' | 'info'>
  readonly stopping: AbortSignal
  readonly limit?: { readonly services: number; readonly perService: number }
}

const sendIntervalMs = 10_000
/** At most two thousand analyses per message, which is about two megabytes. */
const defaultLimit = { services: 500, perService: 4 }
const [minPauseMs, maxPauseMs] = [5_000, 600_000]

/** Sends analyses to the OpenTelemetry collector until the process is stopped. Each one is sent at least once. */
export async function keepSendingResults(options: SendingOptions): Promise<void> {
  const { stopping, log } = options
  let failures = 0
  while (!stopping.aborted) {
    let pause_ms = sendIntervalMs
    try {
      if ((await sendNextBatch(options)) > 0) pause_ms = 0
      if (failures > 0) log.info({ failures }, 'the collector accepts results again')
      failures = 0
    } catch (err) {
      failures += 1
      pause_ms = computePauseMs(failures, err instanceof NotAcceptedError ? err.retryAfterMs : undefined)
      log.warn(
        { err, pause_ms },
        'the collector did not accept results; sending them again: see OTLP_RESULTS_URL and EGRESS_ALLOW',
      )
    }
    await wait(pause_ms, undefined, { signal: stopping }).catch(() => undefined)
  }
}

/**
 * Sends the next analyses and records that they were accepted; returns their number. After an error they are sent
 * again, which is harmless, because the same analysis results in the same data point.
 */
export async function sendNextBatch(options: SendingOptions): Promise<number> {
  const { database, url, guard, cell, processMetrics, limit = defaultLimit } = options
  await beginSending(database, new Date())
  return database.transaction(async (tx) => {
    if (!(await tryLockSending(tx))) return 0
    const analyses = await loadOutgoing(tx, limit)
    if (analyses.length === 0) return 0
    const headers = { ...options.headers, 'content-type': 'application/json' }
    const body = JSON.stringify(toMetrics(analyses, cell))
    const { status, retryAfter } = await sendGuardedRequest({ url, guard, method: 'POST', headers, body })
    if (status < 200 || status >= 300) {
      processMetrics.sent('refused', analyses.length)
      throw new NotAcceptedError(status, retryAfter)
    }
    await saveSent(tx, analyses)
    processMetrics.sent('taken', analyses.length)
    return analyses.length
  })
}

class NotAcceptedError extends Error {
  override readonly name = 'NotAcceptedError'
  readonly retryAfterMs: number | undefined
  constructor(status: number, retryAfter: string | undefined) {
    super(`the collector answered ${status}`)
    this.retryAfterMs = retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined
  }
}

/** Returns the pause after failures: doubled each time, at least as long as the collector requests, and limited. */
export const computePauseMs = (failures: number, retryAfterMs: number | undefined): number =>
  Math.min(maxPauseMs, Math.max(retryAfterMs ?? 0, minPauseMs * 2 ** Math.min(failures - 1, 10)))

/** Parses `Name=value` pairs separated by commas with URL-encoded values, the format of OpenTelemetry. */
export function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^\s*([\w-]+)=(.*)$/.exec(pair) ?? []
      // The value may be a secret, so the message contains only the expected format.
      if (name === undefined || value === undefined) throw new Error('OTLP_RESULTS_HEADERS: expected name=value,…')
      return [name, decodeURIComponent(value.trim())]
    }),
  )
}
