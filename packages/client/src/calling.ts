import type { Operations } from './types.ts'

/** The name of an operation, as in the document of the API. */
export type OperationId = keyof Operations

/** The input of an operation: `path`, `query` and `body`, if it has them. */
export type CallInput<Id extends OperationId> = Pick<Operations[Id], keyof Operations[Id] & ('path' | 'query' | 'body')>

/**
 * The result of an operation: `undefined` for an empty answer, a `Blob` for a file, and an async iterator for events.
 */
export type Result<Id extends OperationId> = Operations[Id]['result']

/** The type of the elements of a list. */
export type Item<Id extends OperationId> = Result<Id> extends readonly (infer Each)[] ? Each : never

/** Operations that return a list with its total count. */
export type ListId = { [Id in OperationId]: Operations[Id]['isList'] extends true ? Id : never }[OperationId]

/** Lists that are read page by page. */
export type PagedId = { [Id in ListId]: 'offset' extends InputNames<Id> ? Id : never }[ListId]

/** The fields that a caller can select; `never` if the operation has no selection. */
export type FieldOf<Id extends OperationId> = Extract<
  Element<ChosenFields<'query', Id> | ChosenFields<'body', Id>>,
  string
>

/** The result with only the selected fields and embedded records; the whole result without a selection. */
export type SelectedResult<Whole, Field> = [Field] extends [never]
  ? Whole
  : Whole extends readonly (infer Each)[]
    ? SelectedResult<Each, Field>[]
    : Pick<Whole, (Field & keyof Whole) | OptionalKeys<Whole>>

/** Lets the compiler infer the selected fields. */
export type FieldChoice<Field> = { query: { fields: readonly Field[] } } | { body: { fields: readonly Field[] } }

/** The arguments after the id: the input is optional if none of it is required. */
export type Arguments<Id extends OperationId, Options> =
  object extends CallInput<Id> ? [input?: CallInput<Id>, options?: Options] : [input: CallInput<Id>, options?: Options]

type InputNames<Id extends OperationId> =
  | KeysOf<'query' extends keyof Operations[Id] ? Operations[Id]['query'] : never>
  | KeysOf<'body' extends keyof Operations[Id] ? Operations[Id]['body'] : never>
type KeysOf<Part> = Part extends object ? keyof Part : never
type ChosenFields<Part extends string, Id extends OperationId> = Operations[Id] extends { [Name in Part]?: infer Given }
  ? Given extends { fields?: infer Fields }
    ? Fields
    : never
  : never
type Element<List> = List extends readonly (infer Each)[] ? Each : never
type OptionalKeys<Whole> = { [Key in keyof Whole]-?: object extends Pick<Whole, Key> ? Key : never }[keyof Whole]
