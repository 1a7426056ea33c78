import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { CheckFailure } from '../failure.ts'
import type { TlsOptions } from '../network/network.ts'
import type { CheckPhase, Probe } from '../probe.ts'
import type { Transcript } from './transcript.ts'

/** Bytes of one line, and of everything that one conversation takes in. */
const maxLine = 8192
const maxReceived = 262_144

/** The maximum number of characters of a server's text in a message. */
const maxQuote = 200

/** The error types of a protocol for unexpected lines. */
export interface ProtocolErrors {
  /** Of the first answer, before anything was sent. */
  readonly greeting: string
  /** Of every later one, and of a session that ends instead. */
  readonly command: string
}

interface LinesParts {
  readonly probe: Probe
  readonly transcript: Transcript
  readonly faults: ProtocolErrors
  /** Whether secrets may only be sent over an encrypted connection. */
  readonly confidential: boolean
}

/** A connection over which lines go to and fro. */
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

  /** The next line, without its end. */
  async line(): Promise<string> {
    let end = this.#unread.indexOf('\n')
    while (end < 0) {
      if (this.#unread.length > maxLine) break
      await this.#more()
      end = this.#unread.indexOf('\n')
    }
    if (end < 0 || end > maxLine) throw this.#fault(`a line of the server is longer than ${maxLine} bytes`)
    const line = this.#unread.toString('utf8', 0, end).replace(/\r$/, '')
    this.#unread = this.#unread.subarray(end + 1)
    this.#parts.transcript.addReceived(line)
    return line
  }

  /** Returns the next bytes; undefined at the end of the connection or after this long without data. */
  async chunk(silence?: number): Promise<Buffer | undefined> {
    if (this.#unread.length === 0 && !(await this.#fill(silence))) return undefined
    const chunk = this.#unread
    this.#unread = Buffer.alloc(0)
    this.#parts.transcript.addReceived(chunk.toString('utf8'))
    return chunk
  }

  send(line: string, shown = line): void {
    if (/[\r\n\0]/.test(line)) throw new CheckFailure('settings_invalid', 'a setting would end the line it is sent in')
    this.write(`${line}\r\n`, { shown, phase: 'command' })
  }

  /** A line with a secret in it: how it is written down, and the forms in which it might come back. */
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

  /** Our end of the connection. */
  get localAddress(): string {
    return this.#socket.localAddress ?? ''
  }

  /**
   * Starts TLS. Data that the server sent in plain text after its consent may have been injected, so it is a failure.
   */
  async secure(security: TlsOptions): Promise<void> {
    if (this.#unread.length > 0) {
      const words = this.quote(this.#unread.toString('utf8', 0, maxLine))
      throw new CheckFailure('tls_not_spoken', `unencrypted data where encryption should begin: ${words}`)
    }
    const secured = await this.#parts.probe.network.secure(this.#socket, security)
    this.#socket = secured
    this.#parts.transcript.note(`encrypted with ${secured.getProtocol() ?? 'TLS'}`)
  }

  /** Sends the goodbye and waits briefly for the server to close; its answer does not matter. */
  async leave(farewell: string | null, patience: number): Promise<void> {
    if (farewell !== null && !this.#socket.destroyed) {
      this.#socket.write(`${farewell}\r\n`)
      if (patience > 0) await event(this.#socket, patience)
    }
  }

  /** Text of the server that is not part of the protocol. */
  unexpected(words: string): CheckFailure {
    return this.#fault(`unexpected answer: ${this.quote(words)}`)
  }

  /** Returns a text of the server as it can be shown in a message: masked and shortened. */
  quote(words: string): string {
    const shown = this.#parts.transcript.maskSecrets(words).replace(/\p{Cc}/gu, '\ufffd')
    return shown.length > maxQuote ? `${shown.slice(0, maxQuote)}…` : shown
  }

  #fault(message: string): CheckFailure {
    return new CheckFailure(this.#parts.faults[this.#phase], message)
  }

  async #more(): Promise<void> {
    if (await this.#fill()) return
    const partialLine = this.#unread.length > 0 ? ` after ${this.quote(this.#unread.toString('utf8'))}` : ''
    const message = `the server ended the connection${partialLine}`
    throw this.#received === 0 ? new CheckFailure('connection_closed', message) : this.#fault(message)
  }

  /** Reads available data or waits for it; false at the end of the connection or of the given time. */
  async #fill(patience?: number): Promise<boolean> {
    const { probe } = this.#parts
    const started = probe.now()
    for (;;) {
      const chunk: Buffer | null = this.#socket.read()
      if (chunk !== null) {
        if (this.#received === 0) probe.setPhase('first_byte', probe.now() - this.#opened)
        this.#received += chunk.length
        probe.countBytes(chunk.length)
        this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk])
        if (this.#received > maxReceived) throw this.#fault(`the server sent more than ${maxReceived} bytes`)
        return true
      }
      if (this.#socket.errored) throw this.#socket.errored
      if (this.#socket.readableEnded || this.#socket.destroyed) return false
      const left = patience === undefined ? undefined : patience - (probe.now() - started)
      if (left !== undefined && left <= 0) return false
      await event(this.#socket, left)
    }
  }
}

/** Waits for an event of the connection, or for the given time. */
function event(socket: Socket, milliseconds?: number): Promise<void> {
  const events = ['readable', 'end', 'close', 'error']
  return new Promise((resolve) => {
    const happened = () => {
      clearTimeout(timer)
      for (const name of events) socket.off(name, happened)
      resolve()
    }
    const timer = milliseconds === undefined ? undefined : setTimeout(happened, milliseconds)
    for (const name of events) socket.on(name, happened)
  })
}
