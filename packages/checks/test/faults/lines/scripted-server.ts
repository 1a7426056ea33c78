import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { CertificateFiles } from '../../lines/support/authority.ts'

/** A connected client, from the viewpoint of the server. */
export interface Peer {
  say(text: string): void
  /** The next line; undefined once the client is gone. */
  hear(): Promise<string | undefined>
  secure(certificate: CertificateFiles): Promise<void>
  /** Closes the connection properly; `reset` aborts it. */
  close(): void
  reset(): void
}

export type Script = (peer: Peer) => void | Promise<void>

export interface ScriptedServer {
  readonly address: string
  readonly settings: { readonly port: number }
  readonly checkContext: { readonly authorities: readonly string[] }
  /** The lines that clients sent, and whether they were encrypted. */
  readonly heard: readonly { readonly line: string; readonly isEncrypted: boolean }[]
  readonly close: () => Promise<void>
}

/** A real server that follows a script with each client, and is silent afterwards. */
export async function serveScript(
  script: Script,
  authorities: readonly string[],
  tls?: CertificateFiles,
): Promise<ScriptedServer> {
  const heard: { line: string; isEncrypted: boolean }[] = []
  const open = new Set<ScriptedPeer>()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const client = new ScriptedPeer(socket, heard)
    open.add(client)
    const talk = async () => {
      if (tls !== undefined) await client.secure(tls)
      await script(client)
    }
    talk().catch(() => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: '127.0.0.1',
    settings: { port: (server.address() as AddressInfo).port },
    checkContext: { authorities },
    heard,
    async close() {
      for (const client of open) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

class ScriptedPeer implements Peer {
  readonly #raw: Socket
  #socket: Socket
  readonly #heard: { line: string; isEncrypted: boolean }[]
  #lines: string[] = []
  #rest = ''
  #wake: () => void = () => undefined

  constructor(socket: Socket, heard: { line: string; isEncrypted: boolean }[]) {
    this.#raw = socket
    this.#socket = socket
    this.#heard = heard
    this.#listen()
  }

  say(text: string): void {
    this.#socket.write(text)
  }

  async hear(): Promise<string | undefined> {
    while (this.#lines.length === 0 && !this.#socket.destroyed && !this.#socket.readableEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#lines.shift()
  }

  async secure({ certificate, key }: CertificateFiles): Promise<void> {
    this.#socket.removeAllListeners('data')
    this.#socket = new TLSSocket(this.#raw, {
      isServer: true,
      cert: certificate,
      key,
      // Allow weak keys here, so that clients can reject them.
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    this.#socket.on('error', () => undefined)
    await once(this.#socket, 'secure')
    this.#listen()
  }

  close(): void {
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  reset(): void {
    this.#raw.resetAndDestroy()
  }

  #listen(): void {
    const isEncrypted = this.#socket instanceof TLSSocket
    this.#socket.on('data', (data: Buffer) => {
      const lines = (this.#rest + data.toString()).split('\r\n')
      this.#rest = lines.pop() ?? ''
      this.#lines.push(...lines)
      this.#heard.push(...lines.map((line) => ({ line, isEncrypted })))
      this.#wake()
    })
    for (const event of ['end', 'close']) this.#socket.on(event, () => this.#wake())
  }
}
