interface ReferringSchema {
  readonly $ref?: string
  readonly allOf?: readonly unknown[]
}

/** Returns the schemas with every reference replaced by the schema that it refers to. */
export function followReferences<S>(schemas: Readonly<Record<string, S>>): Readonly<Record<string, S>> {
  const follow = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(follow)
    if (typeof schema !== 'object' || schema === null) return schema
    const { $ref, allOf: [component] = [], ...rest } = schema as ReferringSchema
    if ($ref !== undefined) return follow(schemas[$ref.split('/').at(-1) ?? ''])
    // A reference with its own description is wrapped in `allOf`.
    if (component !== undefined) return { ...(follow(component) as object), ...rest }
    return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, follow(inner)]))
  }
  return follow(schemas) as Readonly<Record<string, S>>
}
