import { Type } from 'typebox'

/** A record schema without required fields that allows additional properties, as the API publishes its records. */
export const toRecord = (fields: Parameters<typeof Type.Object>[0]) => Type.Partial(Type.Object(fields))

/** An integer of at least `minimum`, or null. */
export const buildIntegerOrNull = (minimum: number, description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, description })
