/** The package has no types; this declares the part that we use. */
declare module '@xmpp/client' {
  import type { EventEmitter } from 'node:events'

  export interface Element {
    readonly name: string
    readonly attrs: Readonly<Record<string, string | undefined>>
    getChild(name: string): Element | undefined
    getChildText(name: string): string | null
    getChildElements(): Element[]
  }

  type Authenticate = (
    credentials: { username: string; password: string },
    mechanism: string | undefined,
    userAgent: Element,
  ) => Promise<void>

  interface Closable {
    destroy(): void
  }

  /** Emits `online`, `disconnect`, `error`, and `stanza` for each received stanza. */
  export interface Client extends EventEmitter {
    readonly reconnect: { stop(): void }
    /** With encryption, it contains the TCP socket. */
    readonly socket: Closable | { readonly socket: Closable | null } | null
    isSecure(): boolean
    connect(service: string): Promise<void>
    open(options: { domain: string }): Promise<unknown>
    send(stanza: Element): Promise<void>
    stop(): Promise<unknown>
  }

  export function client(options: {
    service: string
    domain: string
    resource?: string
    timeout?: number
    credentials: (
      authenticate: Authenticate,
      mechanisms: readonly string[],
      fast: unknown,
      entity: Client,
    ) => Promise<void>
  }): Client

  export function xml(name: string, attributes?: object, ...children: (Element | string)[]): Element
}
