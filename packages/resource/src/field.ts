import { type Static, type TSchema, Type } from 'typebox'

/** The kind of a field, which decides the filters that a search accepts for it. */
export type Kind = 'id' | 'key' | 'text' | 'number' | 'decimal' | 'time' | 'minute' | 'flag' | 'list' | 'object'

/** A field of a resource: its published schema, with properties that the schema does not show. */
export interface Field<S extends TSchema = TSchema> {
  readonly kind: Kind
  readonly schema: S
  readonly nullable: boolean
  /** True if the field is returned, but cannot be named in fields, filters and sort. */
  readonly unlisted?: true
  /** True if the column contains JSON and not a PostgreSQL array. */
  readonly json?: true
  /** True for personal data, which the audit log stores separately, so that it can be erased. */
  readonly personal?: true
}

interface FieldDoc {
  description?: string
}

const field = <S extends TSchema>(kind: Kind, schema: S): Field<S> => ({ kind, schema, nullable: false })

export const id = (doc: FieldDoc = {}) => field('id', Type.Integer({ minimum: 1, ...doc }))

const keyPattern = '^[A-Za-z0-9_]+$'

/** The id of a dictionary value. */
export const key = (options: FieldDoc & { default?: string } = {}) =>
  field('key', Type.String({ minLength: 1, maxLength: 256, pattern: keyPattern, ...options }))

interface TextOptions extends FieldDoc {
  min?: number
  max?: number
  pattern?: string
  default?: string
  enum?: readonly string[]
}

export const text = ({ min, max, ...rest }: TextOptions = {}) =>
  field(
    'text',
    Type.Unsafe<string>({
      type: 'string',
      ...(min !== undefined && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
      ...rest,
    }),
  )

interface NumberOptions extends FieldDoc {
  min?: number
  max?: number
  default?: number
}

/** An integer; the schema rejects values that do not fit into a PostgreSQL `integer` column. */
export const number = ({ min = 0, max = 2_147_483_647, ...rest }: NumberOptions = {}) =>
  field('number', Type.Integer({ minimum: min, maximum: max, ...rest }))

/** A number with a fraction, e.g. a degree of latitude; with `decimals`, more digits after the point are rejected. */
export const decimal = ({
  min,
  max,
  decimals,
  ...rest
}: NumberOptions & { min: number; max: number; decimals?: number }) =>
  field(
    'decimal',
    Type.Number({
      minimum: min,
      maximum: max,
      ...(decimals !== undefined && { multipleOf: 10 ** -decimals }),
      ...rest,
    }),
  )

export const flag = (options: FieldDoc & { default?: boolean } = {}) => field('flag', Type.Boolean({ ...options }))

/** An RFC 3339 time; the API calls this format `dateTime`. */
export const time = (doc: FieldDoc = {}) => field('time', Type.String({ format: 'dateTime', ...doc }))

/** A minute of the week: an object in the API, and the minutes since Monday 00:00 in its column, so that it sorts. */
export const minuteOfWeek = (doc: FieldDoc = {}) =>
  field(
    'minute',
    component(
      'minute_of_week',
      Type.Object(
        {
          day_of_week: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday, 7 is Sunday.' }),
          hour: Type.Integer({ minimum: 0, maximum: 23 }),
          minute: Type.Integer({ minimum: 0, maximum: 59 }),
        },
        { additionalProperties: false, ...doc },
      ),
    ),
  )

interface ListOptions<T> extends FieldDoc {
  min?: number
  max?: number
  default?: T[]
}

/**
 * A list of ids of other rows. The size bound is marked, because only the Swagger document publishes it; it is always
 * enforced.
 */
export const idList = ({ min, max = 1000, ...rest }: ListOptions<number> = {}) =>
  field(
    'list',
    Type.Array(id().schema, {
      uniqueItems: true,
      ...(min !== undefined && { minItems: min }),
      maxItems: max,
      [swaggerBound]: true,
      ...rest,
    }),
  )

export const keyList = ({ min, max, ...rest }: ListOptions<string> = {}) =>
  field(
    'list',
    Type.Array(Type.String({ minLength: 1, maxLength: 256, pattern: keyPattern }), {
      uniqueItems: true,
      ...(min !== undefined && { minItems: min }),
      ...(max !== undefined && { maxItems: max }),
      ...rest,
    }),
  )

/** A list of texts, e.g. networks; the resource validates their format. */
export const textList = ({
  max,
  maxLength,
  pattern,
  repeats,
  ...rest
}: FieldDoc & { max: number; maxLength: number; pattern?: string; repeats?: true; default?: string[] }) =>
  field(
    'list',
    Type.Array(Type.String({ minLength: 1, maxLength, ...(pattern !== undefined && { pattern }) }), {
      ...(!repeats && { uniqueItems: true }),
      maxItems: max,
      ...rest,
    }),
  )

/** An array or object stored as JSON; searches cannot filter by it. */
export const value = <S extends TSchema>(schema: S): Field<S> => ({
  ...field((schema as { type?: unknown }).type === 'array' ? 'list' : 'object', schema),
  json: true,
})

/** Marks a nested schema that the documents publish once under this name, so that generated clients keep the name. */
export const componentMark = 'x-component'

export const component = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, [componentMark]: name })

/** Marks an array whose size bounds only the Swagger document publishes. */
export const swaggerBound = 'x-swagger-bound'

export const nullable = <S extends TSchema>({ schema, ...rest }: Field<S>) => {
  const { type, enum: choices } = schema as { type?: string; enum?: readonly unknown[] }
  const nullableSchema = { ...schema, type: [type, 'null'], ...(choices && { enum: [...choices, null] }) }
  return { ...rest, nullable: true, schema: Type.Unsafe<Static<S> | null>(nullableSchema) }
}

export const unlisted = <F extends Field>(of: F): F => ({ ...of, unlisted: true })
export const personal = <F extends Field>(of: F): F => ({ ...of, personal: true })
