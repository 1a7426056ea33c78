import type pg from 'pg'
import { explainLoss, isSilent } from './explain-loss.ts'
import type { PrimaryFinder } from './primary.ts'
import { breakConnection, type ProbedHost } from './probe-host.ts'

/** A statement that waits longer makes the process ask whether its server is still there and still the primary. */
const suspiciousMs = 3_000
const watchEveryMs = 1_000
const askEveryMs = 5_000
/** The server ends a statement at its timeout; an answer that is this much later was lost on the way. */
const answerMarginMs = 15_000

/** Errors of a server that became read-only, or that stops or starts: its connections are of no use. */
const lostCodes = new Set(['25006', '57P01', '57P02', '57P03'])

export interface SupervisedPool {
  readonly pool: pg.Pool
  readonly finder: PrimaryFinder
  /** The timeout that the server applies; 0 means none. */
  readonly statementTimeoutMs: number
  readonly onError: (error: Error) => void
}

/**
 * Breaks connections that are of no use: to a server that became read-only, that does not answer any more, or that was
 * succeeded by another one. A host that is cut off closes nothing, so its clients would wait for minutes.
 */
export function superviseConnections(supervised: SupervisedPool): Disposable {
  const { pool, finder, statementTimeoutMs, onError } = supervised
  /** All connections, and since when each waits for an answer. */
  const connections = new Map<pg.Client, number | undefined>()
  let [silences, askedAt, isAsking] = [0, Number.NEGATIVE_INFINITY, false]

  pool.on('connect', (pooled) => {
    const client = pooled as unknown as pg.Client
    connections.set(client, undefined)
    const query = client.query.bind(client)
    client.query = ((...statement: Parameters<typeof query>) => {
      connections.set(client, connections.get(client) ?? performance.now())
      return query(...statement)
    }) as typeof client.query
    client.on('drain', () => connections.set(client, undefined))
    // The next of several statements waits from now on.
    client.connection.on('readyForQuery', () => {
      if (connections.get(client) !== undefined) connections.set(client, performance.now())
    })
    client.once('end', () => connections.delete(client))
    client.connection.on('errorMessage', ({ code, message }: { code: string; message: string }) => {
      if (!lostCodes.has(code)) return
      finder.forget()
      // After the statement has failed with this error.
      setImmediate(() => breakConnection(client, new Error(message)))
    })
  })

  const longestWait = (): number => Math.max(0, ...[...connections.values()].map(getWait))

  const breakAll = (isLost: (client: pg.Client) => string | undefined) => {
    for (const client of [...connections.keys()]) {
      const why = isLost(client)
      if (why === undefined) continue
      finder.forget()
      breakConnection(client, new Error(`the database server ${client.host}:${client.port} ${why}`))
    }
  }

  const watch = async (): Promise<void> => {
    const limitMs = statementTimeoutMs === 0 ? Number.POSITIVE_INFINITY : statementTimeoutMs + answerMarginMs
    breakAll((client) => (getWait(connections.get(client)) > limitMs ? 'did not answer' : undefined))
    if (longestWait() < suspiciousMs) silences = 0
    else if (!isAsking && performance.now() - askedAt > askEveryMs) await ask()
  }

  const ask = async (): Promise<void> => {
    isAsking = true
    try {
      const hosts = await finder.probe()
      silences = hosts.some(isSilent) ? silences + 1 : 0
      breakAll((client) => explainLoss(findHost(hosts, client), { hosts, silences }))
      // A server that was silent is asked again soon.
      askedAt = silences === 0 ? performance.now() : Number.NEGATIVE_INFINITY
    } finally {
      isAsking = false
    }
  }

  const timer = setInterval(() => void watch().catch(onError), watchEveryMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const getWait = (since: number | undefined): number => (since === undefined ? 0 : performance.now() - since)

const findHost = (hosts: readonly ProbedHost[], { host, port }: pg.Client): ProbedHost | undefined =>
  hosts.find((each) => each.host === host && each.port === port)
