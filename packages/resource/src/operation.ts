import type { TSchema } from 'typebox'
import type { Violation } from './api-error.ts'
import type { OperationAnswer } from './outcome.ts'
import type { Call } from './resource.ts'

/** A schema under the name that both documents publish it by. */
export interface NamedSchema {
  readonly name: string
  readonly schema: TSchema
}

export const named = (name: string, schema: TSchema): NamedSchema => ({ name, schema })

/** One operation of the API: what is served and what is documented are read off the same value. */
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
