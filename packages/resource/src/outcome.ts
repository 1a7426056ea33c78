import type { PassThrough, Readable } from 'node:stream'

/** One write, as the audit keeps it: what was there before, and after. */
export interface Written {
  readonly resource: string
  readonly id: string | number
  /** The account whose log shows it; null for what belongs to the installation. */
  readonly accountId: number | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** What is sent back: a value, JSON text as the database wrote it, a file, or events as they occur. */
export interface OperationAnswer {
  readonly value?: unknown
  readonly text?: string
  readonly file?: { readonly stream: Readable; readonly type: string; readonly name: string }
  /** Server-sent events, until one of the two ends leaves. */
  readonly events?: PassThrough
  readonly headers?: Readonly<Record<string, string>>
  /** Only where the API itself asks for another status than the operation's own. */
  readonly status?: number
}
