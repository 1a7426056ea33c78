import type pg from 'pg'
import { countSilences, explainLoss, getSilences, type Silences } from './explain-loss.ts'
import type { PrimaryFinder } from './primary.ts'
import { breakConnection, type ProbedHost } from './probe-host.ts'

/** A statement that waits longer makes the process ask whether its server is still there and still the primary. */
const suspiciousWaitMs = 3_000
const watchIntervalMs = 1_000
const probeIntervalMs = 5_000
/** The server ends a statement at its timeout; an answer that is this much later was lost on the way. */
const answerMarginMs = 15_000

/** Errors of a server that became read-only, or that stops or starts: its connections are useless. */
const lostConnectionCodes = new Set(['25006', '57P01', '57P02', '57P03'])

export interface SupervisedPool {
  readonly pool: pg.Pool
  readonly finder: PrimaryFinder
  /** The timeout that the server applies; 0 means none. */
  readonly statementTimeoutMs: number
  readonly onError: (error: Error) => void
}

/**
 * Breaks useless connections: to a server that became read-only, no longer answers, or was replaced by another one. A
 * host that is cut off closes nothing, so its clients would wait for minutes.
 */
export function superviseConnections(options: SupervisedPool): Disposable {
  const { pool, finder, statementTimeoutMs, onError } = options
  /** Each connection, with the time since which it has been waiting for an answer; undefined if it is idle. */
  const connections = new Map<pg.Client, number | undefined>()
  let silences: Silences = new Map()
  let [probedAt, isProbing] = [Number.NEGATIVE_INFINITY, false]

  pool.on('connect', (pooled) => {
    const client = pooled as unknown as pg.Client
    connections.set(client, undefined)
    const query = client.query.bind(client)
    client.query = ((...statement: Parameters<typeof query>) => {
      connections.set(client, connections.get(client) ?? performance.now())
      return query(...statement)
    }) as typeof client.query
    client.on('drain', () => connections.set(client, undefined))
    // If several statements were sent, the wait for the next one starts now.
    client.connection.on('readyForQuery', () => {
      if (connections.get(client) !== undefined) connections.set(client, performance.now())
    })
    client.once('end', () => connections.delete(client))
    client.connection.on('errorMessage', ({ code, message }: { code: string; message: string }) => {
      if (!lostConnectionCodes.has(code)) return
      finder.forget()
      // Break the connection only after the statement has failed with this error.
      setImmediate(() => breakConnection(client, new Error(message)))
    })
  })

  const getLongestWaitMs = (): number => Math.max(0, ...[...connections.values()].map(getWaitMs))

  const breakAll = (findLossReason: (client: pg.Client) => string | undefined) => {
    for (const client of [...connections.keys()]) {
      const reason = findLossReason(client)
      if (reason === undefined) continue
      finder.forget()
      breakConnection(client, new Error(`the database server ${client.host}:${client.port} ${reason}`))
    }
  }

  const watch = async (): Promise<void> => {
    const limitMs = statementTimeoutMs === 0 ? Number.POSITIVE_INFINITY : statementTimeoutMs + answerMarginMs
    breakAll((client) => (getWaitMs(connections.get(client)) > limitMs ? 'did not answer' : undefined))
    if (getLongestWaitMs() < suspiciousWaitMs) silences = new Map()
    else if (!isProbing && performance.now() - probedAt > probeIntervalMs) await probeHosts()
  }

  const probeHosts = async (): Promise<void> => {
    isProbing = true
    try {
      const hosts = await finder.probe()
      silences = countSilences(hosts, silences)
      breakAll((client) => {
        const host = findHost(hosts, client)
        return host && explainLoss(host, { hosts, silences: getSilences(host, silences) })
      })
      // After a silence, probe the hosts again at the next tick.
      probedAt = silences.size === 0 ? performance.now() : Number.NEGATIVE_INFINITY
    } finally {
      isProbing = false
    }
  }

  const timer = setInterval(() => void watch().catch(onError), watchIntervalMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const getWaitMs = (since: number | undefined): number => (since === undefined ? 0 : performance.now() - since)

const findHost = (hosts: readonly ProbedHost[], { host, port }: pg.Client): ProbedHost | undefined =>
  hosts.find((each) => each.host === host && each.port === port)
