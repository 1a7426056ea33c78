import type { TSchema } from 'typebox'
import type { Violation } from './api-error.ts'
import type { OperationAnswer } from './outcome.ts'
import type { Call } from './resource.ts'

/** A schema with its name in the OpenAPI and Swagger documents. */
export interface NamedSchema {
  readonly name: string
  readonly schema: TSchema
}

export const nameSchema = (name: string, schema: TSchema): NamedSchema => ({ name, schema })

/** One operation of the API. Both the server and the API documents are generated from it. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, with parameters in braces: `/accounts/{_id}/block`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: true
  /** The scope that a caller needs; permissions on rows are checked besides. */
  readonly access: 'public' | 'customer' | 'administrator'
  /** The resource whose key is the first path parameter, and the permission on that row that the call needs. */
  readonly on?: { readonly resource: string; readonly flag: string }
  readonly query?: readonly QueryParameter[]
  readonly body?: NamedSchema
  /** True if the body can be omitted. */
  readonly bodyOptional?: true
  /** Expands short forms of a body to the form that the schema describes. */
  normalize?(body: unknown): unknown
  /** Finds violations that the schema cannot express; they are reported together with those of the schema. */
  check?(body: unknown): readonly Violation[]
  readonly status: 200 | 201 | 204
  readonly result?: NamedSchema | readonly [item: NamedSchema]
  /** The media type of a result that is not JSON. */
  readonly media?: string
  /** True for a search or another POST that changes nothing. */
  readonly reads?: true
  /** True for the rare GET that changes something. */
  readonly writes?: true
  /** True if the answer contains a secret; it is then not stored, so `Idempotency-Key` has no effect. */
  readonly secret?: true
  /** True if it does something slow before it writes, like hashing a password; it then opens its transaction itself. */
  readonly slow?: true
  /** A state of the caller in which this operation can be called although most others are rejected. */
  readonly admits?: 'unverified' | 'without_two_factor'
  handle(call: Call): Promise<OperationAnswer | undefined>
}

export interface QueryParameter {
  readonly name: string
  readonly schema: TSchema
  readonly required?: true
  readonly description: string
}

export const changesData = ({ method, reads, writes }: Operation): boolean => writes ?? (method !== 'GET' && !reads)
