import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'

/** Limits for clients that send slowly, and for idle connections. */
export const timeouts = { requestTimeout: 10_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 } as const

/** Longer than any response takes, including those that wait for the api. */
const unreadMs = 30_000

/** Ends connections whose clients send a request but read no response: they would stay open for ever. */
export function limitSlowVisitors<S extends Server | TlsServer>(server: S, ms = unreadMs): S {
  server.setTimeout(ms)
  return server
}
