import pg from 'pg'
import type { ConnectionSettings } from './hosts.ts'

/** A server answers within this time, or counts as silent. */
const answerTimeoutMs = 4_000

/** The answer of a server to the question whether it accepts writes. */
export type HostState =
  /** The timeline grows with every promotion. */
  | { readonly kind: 'primary'; readonly timeline: number }
  | { readonly kind: 'read-only' }
  /** It answered with an error that says nothing about its role, such as too many connections. */
  | { readonly kind: 'rejecting'; readonly error: Error }
  | { readonly kind: 'unreachable'; readonly error: Error; readonly isSilent: boolean }

export interface ProbedHost {
  readonly host: string
  readonly port: number
  readonly state: HostState
}

const roleQuery = `select current_setting('transaction_read_only') = 'on' as is_read_only,
  case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as segment`

/** Tests over a separate connection whether a server accepts writes. */
export async function probeHost(settings: ConnectionSettings): Promise<ProbedHost> {
  const client = new pg.Client({ ...settings, application_name: 'wachta probe', statement_timeout: answerTimeoutMs })
  const { host, port } = client
  // Without a listener, a connection that breaks later would end the process.
  client.on('error', () => undefined)
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('no answer in time')), answerTimeoutMs)
  let isSilent = true
  const queryState = async (): Promise<HostState> => {
    await client.connect()
    const { rows } = await client.query<{ is_read_only: boolean; segment: string | null }>(roleQuery)
    const [{ is_read_only = true, segment = null } = {}] = rows
    // The first eight digits of the name of a segment are its timeline.
    if (is_read_only || segment === null) return { kind: 'read-only' }
    return { kind: 'primary', timeline: Number.parseInt(segment.slice(0, 8), 16) }
  }
  const statePromise = queryState().finally(() => {
    isSilent = false
  })
  try {
    return { host, port, state: await Promise.race([statePromise, timeout.promise]) }
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    return {
      host,
      port,
      state: isRejection(error) ? { kind: 'rejecting', error } : { kind: 'unreachable', error, isSilent },
    }
  } finally {
    clearTimeout(timer)
    statePromise.catch(() => undefined)
    breakConnection(client, new Error('no longer needed'))
  }
}

/** Closes a connection without waiting for the server, which may not answer. */
export function breakConnection(client: pg.ClientBase, error: Error): void {
  const { stream } = (client as pg.Client).connection
  stream.destroy(error)
}

/** An error with a code of PostgreSQL, except those of a server that starts or stops. */
const isRejection = (error: Error): boolean =>
  'code' in error && /^(?!57P)[0-9A-Z]{5}$/.test(String(error.code)) && 'severity' in error
