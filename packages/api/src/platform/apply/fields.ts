import type { AnyResource, Values } from '@wachta/resource'
import { closed } from '@wachta/resource'
import { type TSchema, Type } from 'typebox'

/** The stable name of an object in a configuration, unique within its section. */
export const externalId = Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9][A-Za-z0-9_./:@-]*$' })

/** Builds the schema of an item from some fields of its resource and additional ones. */
export function buildItemSchema(
  { fields }: AnyResource,
  {
    required,
    optional,
    extraFields,
  }: { required: readonly string[]; optional: readonly string[]; extraFields: Record<string, TSchema> },
): TSchema {
  const withoutDefault = (name: string): TSchema => {
    const { default: _, ...schema } = fields[name].schema as TSchema & { default?: unknown }
    return Type.Unsafe(schema)
  }
  return Type.Object(
    {
      external_id: externalId,
      ...Object.fromEntries(required.map((name) => [name, withoutDefault(name)])),
      ...Object.fromEntries(optional.map((name) => [name, Type.Optional(withoutDefault(name))])),
      ...extraFields,
    },
    closed,
  )
}

/** Returns the named fields that are set; they have the same name in the document and in the resource. */
export const pickFields = (from: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))
