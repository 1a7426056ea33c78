import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { CheckFailure } from '../failure.ts'
import type { TlsOptions } from '../network/network.ts'
import type { CheckPhase, Probe } from '../probe.ts'
import type { Transcript } from './transcript.ts'

/** The maximum size in bytes of one line, and of everything received in one conversation. */
const maxLineBytes = 8192
const maxReceivedBytes = 262_144

/** The maximum number of characters of a server's text in a message. */
const maxQuoteLength = 200

/** The error types of a protocol for unexpected lines. */
export interface ProtocolErrors {
  /** For the first answer, before anything was sent. */
  readonly greeting: string
  /** For every later answer, and for a session that ends before it. */
  readonly command: string
}

interface LinesParts {
  readonly probe: Probe
  readonly transcript: Transcript
  readonly errorTypes: ProtocolErrors
  /** Whether secrets may only be sent over an encrypted connection. */
  readonly confidential: boolean
}

/** A connection to a server with a protocol of lines. */
export class Lines {
  readonly #parts: LinesParts
  readonly #opened: number
  #socket: Socket
  #unread: Buffer = Buffer.alloc(0)
  #received = 0
  #phase: 'greeting' | 'command' = 'greeting'

  constructor(socket: Socket, parts: LinesParts) {
    this.#socket = socket
    this.#parts = parts
    this.#opened = parts.probe.now()
    parts.probe.enter('greeting')
  }

  /** Returns the next line, without its end. */
  async readLine(): Promise<string> {
    let end = this.#unread.indexOf('\n')
    while (end < 0) {
      if (this.#unread.length > maxLineBytes) break
      await this.#readMore()
      end = this.#unread.indexOf('\n')
    }
    if (end < 0 || end > maxLineBytes)
      throw this.#createFailure(`the server sent a line of more than ${maxLineBytes} bytes`)
    const line = this.#unread.toString('utf8', 0, end).replace(/\r$/, '')
    this.#unread = this.#unread.subarray(end + 1)
    this.#parts.transcript.addReceived(line)
    return line
  }

  /** Returns the next bytes; undefined at the end of the connection or after this long without data. */
  async readChunk(maxSilenceMs?: number): Promise<Buffer | undefined> {
    if (this.#unread.length === 0 && !(await this.#fill(maxSilenceMs))) return undefined
    const chunk = this.#unread
    this.#unread = Buffer.alloc(0)
    this.#parts.transcript.addReceived(chunk.toString('utf8'))
    return chunk
  }

  send(line: string, shown = line): void {
    if (/[\r\n\0]/.test(line)) throw new CheckFailure('settings_invalid', 'a setting contains a line break')
    this.write(`${line}\r\n`, { shown, phase: 'command' })
  }

  /** Sends a line with a secret: the transcript contains `shown` instead, and masks all `forms` of the secret. */
  sendSecret(line: string, shown: string, ...forms: readonly string[]): void {
    if (this.#parts.confidential && !this.isEncrypted) throw new Error('a secret was about to be sent in clear')
    this.#parts.transcript.hide(line, ...forms)
    this.send(line, shown)
  }

  /** Sends a text unchanged. */
  write(text: string, { shown, phase }: { readonly shown: string; readonly phase: CheckPhase }): void {
    this.#parts.probe.enter(phase)
    this.#phase = 'command'
    this.#parts.transcript.addSent(shown)
    this.#socket.write(text)
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket
  }

  get localAddress(): string {
    return this.#socket.localAddress ?? ''
  }

  /** Starts TLS. Plain text that the server sent after agreeing to TLS may have been injected, so it is a failure. */
  async secure(security: TlsOptions): Promise<void> {
    if (this.#unread.length > 0) {
      const quoted = this.quote(this.#unread.toString('utf8', 0, maxLineBytes))
      throw new CheckFailure('tls_not_spoken', `unencrypted data where encryption should begin: ${quoted}`)
    }
    const secured = await this.#parts.probe.network.secure(this.#socket, security)
    this.#socket = secured
    this.#parts.transcript.note(`encrypted with ${secured.getProtocol() ?? 'TLS'}`)
  }

  /** Sends the goodbye and waits briefly for the server to close; its answer does not matter. */
  async leave(farewell: string | null, maxWaitMs: number): Promise<void> {
    if (farewell !== null && !this.#socket.destroyed) {
      this.#socket.write(`${farewell}\r\n`)
      if (maxWaitMs > 0) await waitForEvent(this.#socket, maxWaitMs)
    }
  }

  /** Returns the failure for an answer that is not part of the protocol. */
  createUnexpectedFailure(text: string): CheckFailure {
    return this.#createFailure(`unexpected answer: ${this.quote(text)}`)
  }

  /** Returns a text of the server as it can be shown in a message: masked and shortened. */
  quote(text: string): string {
    const shown = this.#parts.transcript.maskSecrets(text).replace(/\p{Cc}/gu, '\ufffd')
    return shown.length > maxQuoteLength ? `${shown.slice(0, maxQuoteLength)}…` : shown
  }

  #createFailure(message: string): CheckFailure {
    return new CheckFailure(this.#parts.errorTypes[this.#phase], message)
  }

  async #readMore(): Promise<void> {
    if (await this.#fill()) return
    const partialLine = this.#unread.length > 0 ? ` after ${this.quote(this.#unread.toString('utf8'))}` : ''
    const message = `the server ended the connection${partialLine}`
    throw this.#received === 0 ? new CheckFailure('connection_closed', message) : this.#createFailure(message)
  }

  /** Reads available data or waits for it; false at the end of the connection or of the given time. */
  async #fill(maxWaitMs?: number): Promise<boolean> {
    const { probe } = this.#parts
    const started = probe.now()
    for (;;) {
      const chunk: Buffer | null = this.#socket.read()
      if (chunk !== null) {
        if (this.#received === 0) probe.setPhase('first_byte', probe.now() - this.#opened)
        this.#received += chunk.length
        probe.countBytes(chunk.length)
        this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk])
        if (this.#received > maxReceivedBytes)
          throw this.#createFailure(`the server sent more than ${maxReceivedBytes} bytes`)
        return true
      }
      if (this.#socket.errored) throw this.#socket.errored
      if (this.#socket.readableEnded || this.#socket.destroyed) return false
      const remainingMs = maxWaitMs === undefined ? undefined : maxWaitMs - (probe.now() - started)
      if (remainingMs !== undefined && remainingMs <= 0) return false
      await waitForEvent(this.#socket, remainingMs)
    }
  }
}

/** Waits for an event of the connection, or for the given time. */
function waitForEvent(socket: Socket, milliseconds?: number): Promise<void> {
  const events = ['readable', 'end', 'close', 'error']
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      for (const name of events) socket.off(name, finish)
      resolve()
    }
    const timer = milliseconds === undefined ? undefined : setTimeout(finish, milliseconds)
    for (const name of events) socket.on(name, finish)
  })
}
