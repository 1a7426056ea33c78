/** A row of a table of the API: a name, a type, and its constraints. */
export type Row = readonly [name: string, type: Type, constraints?: Constraints]

export type Type =
  | 'integer'
  | 'integer|null'
  | 'string'
  | 'string|null'
  | 'boolean'
  | 'dateTime'
  | 'dateTime|null'
  | 'object'
  | 'array of string'
  /** Ids, each at least 1. */
  | 'array of id'
  | 'array of object'
  /** The API names the field, but does not document its type. */
  | 'not shown'

export interface Constraints {
  /** The bound of an integer, of the characters of a string, or of the elements of an array. */
  readonly min?: number
  readonly max?: number
  /** For an array that is bounded only in the Swagger form. */
  readonly swaggerMin?: number
  readonly swaggerMax?: number
  readonly default?: unknown
  /** A valid value, if none can be derived from the type. */
  readonly such?: unknown
  readonly oneOf?: readonly string[]
  readonly unique?: true
  /** Values that the pattern accepts and rejects; without them there is no pattern. */
  readonly accepts?: readonly string[]
  readonly refuses?: readonly string[]
  /** Returns a text of a given length that matches the pattern. */
  readonly sized?: (length: number) => string
  /** A dictionary key, or an array of keys: 1-256 letters, digits and underscores. */
  readonly key?: true
  /** An array of names from a closed list, which is defined separately. */
  readonly named?: true
  /** Our own constraints where the API has none: exactly these keywords and no others. */
  readonly ours?: Readonly<Record<string, unknown>>
}

export interface Table {
  /** The name of a published schema, or a path into one. */
  readonly schema: string
  /** Closed shapes reject unknown properties, all others allow them. */
  readonly closed: boolean
  readonly required?: readonly string[]
  readonly rows: readonly Row[]
  /** Fields that we added; only shapes that allow extra properties have any. */
  readonly ours?: readonly string[]
}
