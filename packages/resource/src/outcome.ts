import type { PassThrough, Readable } from 'node:stream'

/** One write for the audit log, with the record before and after. */
export interface AuditedWrite {
  readonly resource: string
  readonly id: string | number
  /** The account whose audit log shows it; null for objects of the installation. */
  readonly accountId: number | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** The answer of an operation: a value, JSON text from the database, a file, or a stream of events. */
export interface OperationAnswer {
  readonly value?: unknown
  readonly text?: string
  readonly file?: { readonly stream: Readable; readonly type: string; readonly name: string }
  /** Server-sent events, until the client or the server ends the stream. */
  readonly events?: PassThrough
  readonly headers?: Readonly<Record<string, string>>
  /** The HTTP status, if it differs from that of the operation. */
  readonly status?: number
}
