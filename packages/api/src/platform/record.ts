import { Type } from 'typebox'

/** Builds the schema of a record: no field is required, and more are allowed, as the API publishes its records. */
export const buildRecordSchema = (fields: Parameters<typeof Type.Object>[0]) => Type.Partial(Type.Object(fields))

/** An integer of at least `minimum`, or null. */
export const buildIntegerOrNull = (minimum: number, description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, description })
