import type { PassThrough, Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import type { Violation } from './api-error.ts'
import type { Caller } from './caller.ts'
import type { StatementRunner } from './statement.ts'

/** A schema under the name that both documents publish it by. */
export interface NamedSchema {
  readonly name: string
  readonly schema: TSchema
}

export const named = (name: string, schema: TSchema): NamedSchema => ({ name, schema })

/** One write, as the audit keeps it: what was there before, and after. */
export interface Written {
  readonly resource: string
  readonly id: string | number
  /** The account whose log shows it; null for what belongs to the installation. */
  readonly accountId: number | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** One call of an operation. Writes run inside one transaction, and `db` is that transaction. */
export interface Call {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
  readonly db: StatementRunner
  readonly now: Date
  readonly request: { readonly id: string; readonly address: string; readonly session: number | null }
  /** Keeps what was written, in order; many writes cost one round trip. */
  record(...written: readonly Written[]): Promise<void>
  /** Whether the caller holds a flag of a row; a row it may not read is as good as absent. */
  holds(resource: string, key: string | number, flag: string): Promise<boolean>
  /** Rejects a caller who has not proved who they are in the last minutes: a token alone may have been stolen. */
  demandStepUp(): Promise<void>
  /** Encrypts a secret for storage; it opens with the same context only, such as its table, row and column. */
  seal(plain: string, context: readonly string[]): string
  /** Runs the work in a transaction: the one that is open, or for a slow operation a new one. */
  transaction(work: (call: Call) => Promise<OperationAnswer | undefined>): Promise<OperationAnswer | undefined>
}

/** What is sent back: a value, JSON text as the database wrote it, a file, or events as they occur. */
export interface OperationAnswer {
  readonly value?: unknown
  readonly text?: string
  readonly file?: { readonly stream: Readable; readonly type: string; readonly name: string }
  /** Server-sent events, until one of the two ends leaves. */
  readonly events?: PassThrough
  readonly headers?: Readonly<Record<string, string>>
  /** Only where the interface itself asks for another status than the operation's own. */
  readonly status?: number
}

/** One operation of the interface: what is served and what is documented are read off the same value. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces: `/accounts/{_id}/block`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: true
  /** Who may call it at all; what they may do to which row is for the flag to say. */
  readonly access: 'public' | 'customer' | 'administrator'
  /** The resource whose key is the path's first parameter, and the flag of that row that the call needs. */
  readonly on?: { readonly resource: string; readonly flag: string }
  readonly query?: readonly QueryParameter[]
  readonly body?: NamedSchema
  /** Whether a body may be left out altogether. */
  readonly bodyOptional?: true
  /** Brings short forms of a body into the one that the schema describes. */
  normalise?(body: unknown): unknown
  /** Finds violations of a body that its schema cannot; they are told together with those that it can. */
  check?(body: unknown): readonly Violation[]
  readonly status: 200 | 201 | 204
  readonly result?: NamedSchema | readonly [item: NamedSchema]
  /** The media type of a result that is not JSON. */
  readonly media?: string
  /** True for a search or another POST that changes nothing. */
  readonly reads?: true
  /** True for the rare GET that changes something. */
  readonly writes?: true
  /** True where the answer holds a secret: it is never kept, so `Idempotency-Key` does not repeat it. */
  readonly secret?: true
  /** True where it waits for something slow, like a password hash, before it writes: it opens its transaction itself. */
  readonly slow?: true
  /** States of a caller that shut out every other operation, but not this one. */
  readonly admits?: 'unverified' | 'without_two_factor'
  handle(call: Call): Promise<OperationAnswer | undefined>
}

export interface QueryParameter {
  readonly name: string
  readonly schema: TSchema
  readonly required?: true
  readonly description: string
}

export const changes = ({ method, reads, writes }: Operation): boolean => writes ?? (method !== 'GET' && !reads)
