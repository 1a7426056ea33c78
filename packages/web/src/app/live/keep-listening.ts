import { ApiError, type ServerEvent } from '@wachta/client'
import { computeBackOffMs } from './back-off.ts'
import type { LiveState } from './protocol.ts'

/** The delay before the next attempt while the user has the maximum number of streams. */
const streamLimitDelayMs = 60_000

export interface StreamCallbacks {
  readonly onState: (state: LiveState) => void
  readonly onEvent: (event: string, data: string) => void
}

/** Opens the stream and returns its events; it ends when the signal is aborted. */
export type OpenStream = (signal: AbortSignal) => Promise<AsyncIterable<ServerEvent>>

/** Keeps a stream open until the signal is aborted or the session is rejected. */
export async function keepListening(
  open: OpenStream,
  { onState, onEvent }: StreamCallbacks,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let since = Date.now()
  while (!signal.aborted) {
    const ending = await readStream(open, signal, (event, data) => {
      if (event === 'ready') {
        failures = 0
        onState({ kind: 'live' })
      }
      onEvent(event, data)
    })
    if (signal.aborted) return
    if (ending instanceof ApiError && ending.status === 401) return onState({ kind: 'sessionEnded' })
    if (failures === 0) since = Date.now()
    failures += 1
    onState({ kind: 'delayed', since, reason: ending instanceof ApiError ? ending.message : '' })
    const isAtStreamLimit = ending instanceof ApiError && ending.status === 429
    await pause(isAtStreamLimit ? streamLimitDelayMs : computeBackOffMs(failures, Math.random()), signal)
  }
}

/** Reads a stream until it ends, and returns the error that ended it, if any. */
async function readStream(
  open: OpenStream,
  signal: AbortSignal,
  onEvent: StreamCallbacks['onEvent'],
): Promise<unknown> {
  try {
    for await (const { event, data } of await open(signal)) {
      // Events that have already arrived may belong to a previous account.
      if (signal.aborted) return null
      onEvent(event, data)
    }
    return null
  } catch (error) {
    return error
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
