import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

export interface Endpoint {
  readonly host: string
  readonly port: number
  /** The IP version to use; by default both. */
  readonly family?: 4 | 6
}

export interface TlsOptions {
  /** The name that the certificate must match; also sent as SNI unless it is an address. */
  readonly servername: string
  readonly verify: boolean
  readonly alpn?: readonly string[]
  /** The check fails if the certificate has fewer days left. */
  readonly expiryDays?: number | null
}

/** A connection with the milliseconds that its parts took. */
export interface TimedConnection {
  readonly socket: Socket
  readonly lookupMs: number
  readonly connectMs: number
}

/** The guarded network access of a check. */
export interface Network {
  /**
   * Returns the allowed addresses of a host; throws a CheckFailure if there are none. An address resolves to itself.
   */
  resolve(host: string, family?: 4 | 6): Promise<readonly string[]>
  /** Whether the guard allows connections to the address. */
  allows(address: string): boolean
  /** Opens a new connection to an address that the guard allows; the phases lookup and connect are timed. */
  connect(endpoint: Endpoint): Promise<Socket>
  /**
   * Opens one of many parallel connections, such as those of a browser; its times are returned, not reported as phases.
   */
  dial(endpoint: Endpoint): Promise<TimedConnection>
  /**
   * Starts TLS on a connection, times the phase tls, and verifies the certificate as requested. The returned socket
   * takes over the given one, which must not be used any more, not even destroyed.
   */
  secure(socket: Socket, security: TlsOptions): Promise<TLSSocket>
  /** Connects and starts TLS in one step, which is cheaper, for protocols that are encrypted from the start. */
  connectSecurely(endpoint: Endpoint, security: TlsOptions): Promise<TLSSocket>
}
