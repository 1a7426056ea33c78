/** How the API's tables are written down here: a row is a name, a type and the constraints beside it. */
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
  /** Identifiers: each at least 1. */
  | 'array of id'
  | 'array of object'
  /** The API names the field and does not show its type. */
  | 'not shown'

export interface Constraints {
  /** Of an integer the value, of a string the number of characters, of an array the number of elements. */
  readonly min?: number
  readonly max?: number
  /** Of an array whose bounds only the Swagger form has. */
  readonly swaggerMin?: number
  readonly swaggerMax?: number
  readonly default?: unknown
  /** A value that fits, where the type alone does not make one. */
  readonly such?: unknown
  readonly oneOf?: readonly string[]
  readonly unique?: true
  /** What the rule on characters lets pass and what it does not; without a rule there is no pattern. */
  readonly accepts?: readonly string[]
  readonly refuses?: readonly string[]
  /** A text of a given length that follows the rule on characters. */
  readonly sized?: (length: number) => string
  /** A key of a dictionary, or an array of these: 1-256 letters, digits and underscores. */
  readonly key?: true
  /** An array of names from a closed list, which is written down apart. */
  readonly named?: true
  /** What we say beyond the API, where it says nothing: exactly these keywords and no others. */
  readonly ours?: Readonly<Record<string, unknown>>
}

export interface Table {
  /** The published name, or a path into a published schema. */
  readonly schema: string
  /** Closed shapes forbid unknown properties, all others allow them. */
  readonly closed: boolean
  readonly required?: readonly string[]
  readonly rows: readonly Row[]
  /** Fields that are ours; only shapes that allow extra properties have any. */
  readonly ours?: readonly string[]
}
