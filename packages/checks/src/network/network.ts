import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

export interface Endpoint {
  readonly host: string
  readonly port: number
  /** Only this version of IP; both unless given. */
  readonly family?: 4 | 6
}

export interface TlsOptions {
  /** The name that the certificate must be for; also sent as SNI unless it is an address. */
  readonly servername: string
  readonly verify: boolean
  readonly alpn?: readonly string[]
  /** An error when the certificate has fewer days left. */
  readonly expiryDays?: number | null
}

/** The guarded way out of a sensor. */
export interface Network {
  /** The addresses of a host that may be connected to; a CheckFailure where there are none. An address is its own. */
  resolve(host: string, family?: 4 | 6): Promise<readonly string[]>
  /** Whether an address may be connected to at all. */
  allows(address: string): boolean
  /** A fresh connection, to an address that was looked at; the phases lookup and connect are timed. */
  connect(endpoint: Endpoint): Promise<Socket>
  /**
   * TLS over a connection; the phase tls is timed, and the certificate is looked at as asked. From then on the socket given
   * belongs to the one returned and must not be touched, not even to destroy it.
   */
  secure(socket: Socket, security: TlsOptions): Promise<TLSSocket>
  /** Both at once, at a lower price, for protocols that are encrypted from the start. */
  connectSecurely(endpoint: Endpoint, security: TlsOptions): Promise<TLSSocket>
}
