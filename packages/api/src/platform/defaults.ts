import type { Values } from '@wachta/resource'
import type { TSchema } from 'typebox'

/** Adds the default of every property that has one and is not given. */
export function addDefaults(schema: TSchema, values: Values): Values {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { readonly default?: unknown }>> }
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...values }
}
