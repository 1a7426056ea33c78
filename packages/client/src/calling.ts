import type { Operations } from './types.ts'

/** The name of an operation, as in the document of the API. */
export type OperationId = keyof Operations

/** What an operation takes: `path`, `query` and `body`, as far as it has them. */
export type CallInput<Id extends OperationId> = Pick<Operations[Id], keyof Operations[Id] & ('path' | 'query' | 'body')>

/** What an operation returns; `undefined` where the answer is empty, a `Blob` where it is a file, and events as they come in. */
export type Result<Id extends OperationId> = Operations[Id]['result']

/** One element of what a list returns. */
export type Item<Id extends OperationId> = Result<Id> extends readonly (infer Each)[] ? Each : never

/** Operations that return a list and say how many there are in all. */
export type ListId = { [Id in OperationId]: Operations[Id]['isList'] extends true ? Id : never }[OperationId]

/** Lists that are read page by page. */
export type PagedId = { [Id in ListId]: 'offset' extends Names<Id> ? Id : never }[ListId]

/** The fields that a caller may choose from what comes back; none where there is no choice. */
export type FieldOf<Id extends OperationId> = Extract<Element<Chosen<'query', Id> | Chosen<'body', Id>>, string>

/** The record with the chosen fields only, and what was embedded; the whole of it where nothing was chosen. */
export type Selected<Whole, Field> = [Field] extends [never]
  ? Whole
  : Whole extends readonly (infer Each)[]
    ? Selected<Each, Field>[]
    : Pick<Whole, (Field & keyof Whole) | OptionalKeys<Whole>>

/** Fields that are chosen, for the compiler to learn which. */
export type FieldChoice<Field> = { query: { fields: readonly Field[] } } | { body: { fields: readonly Field[] } }

/** The arguments after the name: input may be left out only where nothing of it is required. */
export type Arguments<Id extends OperationId, Options> =
  object extends CallInput<Id> ? [input?: CallInput<Id>, options?: Options] : [input: CallInput<Id>, options?: Options]

type Names<Id extends OperationId> =
  | KeysOf<'query' extends keyof Operations[Id] ? Operations[Id]['query'] : never>
  | KeysOf<'body' extends keyof Operations[Id] ? Operations[Id]['body'] : never>
type KeysOf<Part> = Part extends object ? keyof Part : never
type Chosen<Part extends string, Id extends OperationId> = Operations[Id] extends { [Name in Part]?: infer Given }
  ? Given extends { fields?: infer Fields }
    ? Fields
    : never
  : never
type Element<List> = List extends readonly (infer Each)[] ? Each : never
type OptionalKeys<Whole> = { [Key in keyof Whole]-?: object extends Pick<Whole, Key> ? Key : never }[keyof Whole]
