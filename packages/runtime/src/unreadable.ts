import { channel } from 'node:diagnostics_channel'
import { Counter, type Registry } from '@prometheus-io/client'
import type { Logger } from 'pino'
import { createLogLimiter } from './log-limiter.ts'

interface Unreadable {
  /** The place of the unreadable data: `table.column` or the name of a message; never customer data. */
  readonly place: string
  /** The id of the row. */
  readonly id: number | string
}

const unreadable = channel('wachta.unreadable')

/**
 * Reports that a stored row, message or job is skipped because it is malformed. Call it when reading many, so that one
 * malformed row does not affect the others. See `watchUnreadable`, which counts and logs it.
 */
export function reportUnreadable(place: string, id: number | string): void {
  unreadable.publish({ place, id } satisfies Unreadable)
}

/** Counts and logs skipped rows, at most one line per minute and place. */
export function watchUnreadable(metrics: Registry, log: Pick<Logger, 'warn'>): Disposable {
  const counter = new Counter({
    name: 'wachta_process_unreadable_total',
    help: 'Stored rows, messages and jobs that were skipped because their content is invalid. The log names them.',
    labelNames: ['place'],
    registers: [metrics],
  })
  const logLimiter = createLogLimiter()
  const onUnreadable = (message: unknown) => {
    const { place, id } = message as Unreadable
    counter.inc({ place })
    const due = logLimiter(place)
    if (due) log.warn({ place, id, ...due }, 'a stored value cannot be read and is skipped')
  }
  unreadable.subscribe(onUnreadable)
  return { [Symbol.dispose]: () => void unreadable.unsubscribe(onUnreadable) }
}
