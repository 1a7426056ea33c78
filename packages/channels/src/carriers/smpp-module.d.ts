/** The package has no types; this declares the part that we use. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'

  export interface Pdu {
    readonly command: string
    readonly command_status: number
    readonly esm_class?: number
    readonly data_coding?: number
    readonly source_addr?: string
    readonly source_addr_ton?: number
    readonly destination_addr?: string
    readonly dest_addr_ton?: number
    readonly short_message?: { readonly message: string; readonly udh?: readonly Buffer[] }
    response(options?: object): Pdu
  }

  export interface Session extends EventEmitter {
    /** Returns false if the connection is closed. */
    send(pdu: Pdu, answered?: (answer: Pdu) => void): boolean
    destroy(): void
  }

  interface Smpp {
    PDU: new (command: string, options?: object) => Pdu
    /** Once it is connected it emits `connect`, or `secureConnect` with TLS. */
    connect(options: { host: string; port: number; tls: boolean; servername?: string }): Session
    createServer(options: { key?: string; cert?: string }, listener: (session: Session) => void): Server
    readonly errors: Readonly<Record<string, number>>
    readonly encodings: Readonly<Record<'ASCII' | 'UCS2', { encode(text: string): Buffer }>>
  }

  const smpp: Smpp
  // biome-ignore lint/style/noDefaultExport: it is what the package has
  export default smpp
}
