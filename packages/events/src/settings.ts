import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Settings as they are stored. */
export type RawSettings = Readonly<Record<string, unknown>>

export interface RuleSettingsSchema<Properties extends TProperties> {
  /** The published schema, in which every setting is optional. */
  readonly schema: TSchema
  /** Reads settings and adds defaults. Throws if they are invalid. */
  read(given: RawSettings): Static<TObject<Properties>>
}

export const noOtherProperties = { additionalProperties: false } as const

export function defineSettings<Properties extends TProperties>(properties: Properties): RuleSettingsSchema<Properties> {
  const completeSchema = Type.Object(properties, noOtherProperties)
  const optionalProperties = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])
  return {
    schema: Type.Object(Object.fromEntries(optionalProperties), noOtherProperties),
    read: (given) => Value.Parse(completeSchema, { ...Value.Create(completeSchema), ...given }),
  }
}
