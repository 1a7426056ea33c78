import { Type } from 'typebox'

/** A record that allows extra properties, as the API has them: none of its fields is said to be required. */
export const toRecord = (fields: Parameters<typeof Type.Object>[0]) => Type.Partial(Type.Object(fields))

/** An integer of at least `minimum`, or null. */
export const integerOrNull = (minimum: number, description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, description })
