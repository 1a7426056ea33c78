import { isIP, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { describePurpose, type Guard } from '@wachta/egress'
import type { CheckContext } from '../check-context.ts'
import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { judgeCertificate } from './certificate.ts'
import { startTls, waitForHandshake } from './handshake.ts'
import { lookUpAddresses } from './name-lookup.ts'
import type { Endpoint, Network, TimedConnection, TlsOptions } from './network.ts'
import { readShownChain } from './shown-certificates.ts'
import { getTrust, type Trust } from './trust.ts'

/** The network of one check: every connection passes the guard, and all are closed with the check. */
export class OpenNetwork implements Network {
  readonly #probe: Omit<Probe, 'network'>
  readonly #context: CheckContext
  #open: Socket[] = []
  #isClosed = false
  /** The last resolved name and its usable addresses, as text. */
  dnsAnswer: string | null = null
  /** The certificates that a server sent, as PEM, if its certificate was rejected. */
  certificateChain: string | null = null

  constructor(probe: Omit<Probe, 'network'>, context: CheckContext) {
    this.#probe = probe
    this.#context = context
  }

  async resolve(host: string, family?: 4 | 6): Promise<readonly string[]> {
    const version = isIP(host)
    if (version === 0) {
      const allowed = this.#selectAllowed(host, await this.#lookUp(host, family))
      this.dnsAnswer = allowed.map((address) => `${host} ${address}\n`).join('')
      return allowed
    }
    if (family !== undefined && version !== family)
      throw new CheckFailure('address_family_unavailable', `${host} is not an IPv${family} address`)
    return this.#selectAllowed(host, [host])
  }

  connect(endpoint: Endpoint): Promise<Socket> {
    return this.#connectToFirst(endpoint, openPlainSocket)
  }

  async dial({ host, port, family }: Endpoint): Promise<TimedConnection> {
    const started = this.#probe.now()
    const found = isIP(host) === 0 ? await lookUpAddresses(host, family, this.#context.nameServers) : [host]
    const addresses = this.#selectAllowed(host, found)
    const connectStarted = this.#probe.now()
    const socket = await this.#openFirst(addresses, (address) => openPlainSocket(address, port))
    socket.once('close', () => {
      this.#open = this.#open.filter((open) => open !== socket)
    })
    return { socket, lookupMs: connectStarted - started, connectMs: this.#probe.now() - connectStarted }
  }

  async secure(socket: Socket, security: TlsOptions): Promise<TLSSocket> {
    if (this.#isClosed) throw createOverError()
    const secured = startTls({ socket }, security, this.#getTrust().context)
    // Close only the outer socket with the check: destroying both at once crashes the process.
    this.#open = [...this.#open.filter((open) => open !== socket), secured]
    return this.#completeHandshake(secured, security)
  }

  allows(address: string): boolean {
    return this.#context.guard(address)
  }

  async connectSecurely(endpoint: Endpoint, security: TlsOptions): Promise<TLSSocket> {
    const secured = await this.#connectToFirst(endpoint, (address, port) =>
      startTls({ host: address, port }, security, this.#getTrust().context),
    )
    return this.#completeHandshake(secured, security)
  }

  /** Closes all connections, because the time is up or the work is done. */
  close(): void {
    this.#isClosed = true
    for (const socket of this.#open) socket.destroy()
  }

  async #lookUp(host: string, family: 4 | 6 | undefined): Promise<readonly string[]> {
    this.#probe.enter('lookup')
    const started = this.#probe.now()
    const found = await lookUpAddresses(host, family, this.#context.nameServers)
    this.#probe.setPhase('lookup', this.#probe.now() - started)
    return found
  }

  async #connectToFirst<S extends Socket>(
    { host, port, family }: Endpoint,
    openSocket: (address: string, port: number) => S,
  ): Promise<S> {
    const addresses = await this.resolve(host, family)
    this.#probe.enter('connect')
    const started = this.#probe.now()
    const socket = await this.#openFirst(addresses, (address) => openSocket(address, port))
    this.#probe.setPhase('connect', this.#probe.now() - started)
    return socket
  }

  async #openFirst<S extends Socket>(addresses: readonly string[], openSocket: (address: string) => S): Promise<S> {
    let lastError: unknown
    for (const address of addresses) {
      if (this.#isClosed) throw createOverError()
      const socket = openSocket(address)
      this.#open.push(socket)
      try {
        await waitForConnect(socket, address, this.#context.guard)
        return socket
      } catch (cause) {
        lastError = cause
      }
    }
    throw lastError
  }

  async #completeHandshake(secured: TLSSocket, security: TlsOptions): Promise<TLSSocket> {
    this.#probe.enter('tls')
    const started = this.#probe.now()
    await waitForHandshake(secured)
    this.#probe.setPhase('tls', this.#probe.now() - started)
    const { daysLeft, failure } = judgeCertificate(secured, security, this.#probe.today())
    if (daysLeft !== null) this.#probe.measure('certificate_days_left', daysLeft)
    if (failure !== null) {
      this.certificateChain = readShownChain(secured, this.#getTrust()).join('')
      throw failure
    }
    return secured
  }

  #selectAllowed(host: string, found: readonly string[]): readonly string[] {
    const allowed = found.filter(this.#context.guard)
    if (allowed.length === 0) throw createForbiddenFailure(host, found)
    return allowed
  }

  #getTrust(): Trust {
    return getTrust(this.#context.authorities)
  }
}

function openPlainSocket(address: string, port: number): Socket {
  const socket = new Socket()
  socket.connect({ host: address, port })
  return socket
}

/**
 * The message contains the purpose of the addresses, not the addresses, so that customers cannot map the network of a
 * sensor.
 */
function createForbiddenFailure(host: string, addresses: readonly string[]): CheckFailure {
  const purposes = [...new Set(addresses.map(describePurpose))].join(', ')
  return new CheckFailure('address_forbidden', `a sensor may not connect to ${host} (${purposes})`)
}

/** The next read reports a later error; without a listener it would end the process. */
const ignoreError = () => undefined

function waitForConnect(socket: Socket, address: string, guard: Guard): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    // Runs before all other connect listeners, so that nothing is sent to a forbidden address.
    socket.prependOnceListener('connect', () => {
      socket.off('error', reject)
      socket.on('error', ignoreError)
      const remote = socket.remoteAddress
      // Check the address that we are really connected to, not the one that we wanted.
      if (remote !== address && !(remote !== undefined && guard(remote))) {
        socket.destroy()
        reject(remote === undefined ? createGoneFailure() : createForbiddenFailure(remote, [remote]))
        return
      }
      // The end of a handshake and the request after it must not wait for each other.
      socket.setNoDelay(true)
      resolve()
    })
  })
}

/** Only ends pending operations of a check that is over; nothing reads this error. */
const createOverError = () => new Error('the check is over')

const createGoneFailure = () =>
  new CheckFailure('connection_reset', 'the connection was closed as soon as it was opened')
