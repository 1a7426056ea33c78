import type { Database } from '@wachta/database'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import { toClientNetwork } from './allow-list.ts'

/** The types of events that can show an attempt to break in. */
export const securityEventTypes = [
  'sign_in_failed',
  'code_failed',
  'password_failed',
  'throttled',
  'address_rejected',
  'account_rejected',
  'session_rejected',
  'access_denied',
  'step_up_missing',
  'step_up',
  'cross_site',
  'passkey_rejected',
  'passkey_clone_suspected',
  'token_reused',
] as const

export type SecurityEventType = (typeof securityEventTypes)[number]

export interface SecurityEvent {
  readonly type: SecurityEventType
  /** The account concerned, by id or by the given user name; neither if it is unknown. */
  readonly accountId?: number | null
  readonly username?: string
  readonly address: string
  readonly time: Date
}

/** Counts events in memory and writes them together, so that even a flood costs only one statement per second. */
export interface SecurityLog extends AsyncDisposable {
  note(event: SecurityEvent): void
  /** Writes all pending events now. */
  flush(): Promise<void>
}

interface Options {
  readonly database: Pick<Database, 'query'>
  readonly log: Log
  readonly onEvent?: (type: SecurityEventType) => void
}

const flushDelayMs = 1_000
/** The number of different events per second that are stored; more are only counted in the metrics. */
const maxPending = 1_000

interface CountedEvent extends Omit<SecurityEvent, 'time'> {
  time: Date
  count: number
}

export function createSecurityLog({ database, log, onEvent }: Options): SecurityLog {
  let pending = new Map<string, CountedEvent>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const events = [...pending.values()]
    pending = new Map()
    if (events.length === 0) return
    await write(database, events).catch((err: unknown) =>
      log.warn({ err }, 'security events could not be stored and are missing in the security log'),
    )
  }

  return {
    note(event) {
      onEvent?.(event.type)
      const address = toClientNetwork(event.address)
      const key = [event.type, event.accountId ?? '', event.username?.toLowerCase() ?? '', address].join(' ')
      const existing = pending.get(key)
      if (existing) {
        existing.count += 1
        existing.time = event.time
      } else if (pending.size < maxPending) pending.set(key, { ...event, address, count: 1 })
      timer ??= setTimeout(() => void flush(), flushDelayMs).unref()
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}

/** Writes events. Unknown user names are not stored, because people enter their password there by mistake. */
async function write(database: Pick<Database, 'query'>, events: readonly CountedEvent[]): Promise<void> {
  const rows = events.map(({ type, accountId = null, username = null, address, time, count }) => ({
    ...{ type, account_id: accountId, username, address, time, count },
  }))
  await database.query(sql`insert into security_event as e (account_id, type, client_ip_address, hour, time, count)
select a.id, w.type, w.address, date_trunc('hour', w.time), max(w.time), sum(w.count)
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (type text, account_id bigint, username text, address text, time timestamptz, count integer)
  left join account a on a.id = w.account_id or (w.account_id is null and lower(a.username) = lower(w.username))
group by 1, 2, 3, 4 order by 1, 2, 3, 4
on conflict (account_id, type, client_ip_address, hour) do update
  set count = least(e.count::bigint + excluded.count, 2147483647), time = greatest(e.time, excluded.time)`)
}
