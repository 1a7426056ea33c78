/** The part of JSON Schema that is examined. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly (string | null)[]
  readonly readOnly?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

export interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema?: Schema
}

export interface DocumentOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Member {
  /** The names from the outermost object on. */
  readonly path: readonly string[]
  readonly schema: Schema
}

/** Every member of the objects in a schema, at any depth. */
export function listMembers(schema: Schema, path: readonly string[] = []): Member[] {
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [], additionalProperties } = schema
  const own = Object.entries(properties).flatMap(([name, inner]): Member[] => [
    { path: [...path, name], schema: inner },
    ...(inner.readOnly ? [] : listMembers(inner, [...path, name])),
  ])
  const inner = [items, ...allOf, ...anyOf, ...oneOf, additionalProperties].flatMap((each) =>
    typeof each === 'object' ? listMembers(each, path) : [],
  )
  return [...own, ...inner]
}

/** Returns the choices of a value, or of the items of a list. */
export const listChoices = ({ enum: own = [], items }: Schema): readonly string[] => [
  ...own.filter((each) => each !== null),
  ...(items ? listChoices(items) : []),
]
