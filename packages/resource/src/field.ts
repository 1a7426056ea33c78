import { type Static, type TSchema, Type } from 'typebox'

/** What a field is to a search: it decides which filters it takes. */
export type Kind = 'id' | 'key' | 'text' | 'number' | 'decimal' | 'time' | 'minute' | 'flag' | 'list' | 'object'

/** A field of a resource: its published schema and what the mechanism has to know beyond it. */
export interface Field<S extends TSchema = TSchema> {
  readonly kind: Kind
  readonly schema: S
  readonly nullable: boolean
  /** Returned, but absent from the closed names of fields, filters and sort. */
  readonly unlisted?: true
  /** Kept as JSON in one column, not as a PostgreSQL array. */
  readonly json?: true
  /** About a person: kept apart in the audit, so that it can be erased. */
  readonly personal?: true
}

interface Doc {
  description?: string
}

const field = <S extends TSchema>(kind: Kind, schema: S): Field<S> => ({ kind, schema, nullable: false })

export const id = (doc: Doc = {}) => field('id', Type.Integer({ minimum: 1, ...doc }))

const keyPattern = '^[A-Za-z0-9_]+$'

/** The id of a dictionary value. */
export const key = (options: Doc & { default?: string } = {}) =>
  field('key', Type.String({ minLength: 1, maxLength: 256, pattern: keyPattern, ...options }))

interface TextOptions extends Doc {
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

interface NumberOptions extends Doc {
  min?: number
  max?: number
  default?: number
}

/** The columns behind numbers are PostgreSQL's `integer`: what does not fit there is rejected by the schema. */
export const number = ({ min = 0, max = 2_147_483_647, ...rest }: NumberOptions = {}) =>
  field('number', Type.Integer({ minimum: min, maximum: max, ...rest }))

/** A number with a fraction, e.g. a degree of latitude. */
export const decimal = ({ min, max, ...rest }: NumberOptions & { min: number; max: number }) =>
  field('decimal', Type.Number({ minimum: min, maximum: max, ...rest }))

export const flag = (options: Doc & { default?: boolean } = {}) => field('flag', Type.Boolean({ ...options }))

/** The API names the format `dateTime`; it is RFC 3339. */
export const time = (doc: Doc = {}) => field('time', Type.String({ format: 'dateTime', ...doc }))

/** A minute of the week: an object to the world, a number from Monday's midnight on in its column, so that it sorts. */
export const minuteOfWeek = (doc: Doc = {}) =>
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

interface ListOptions<T> extends Doc {
  min?: number
  max?: number
  default?: T[]
}

/**
 * Ids of other rows. The bound is marked, because the OpenAPI form of the API leaves out what the Swagger form
 * says; it is enforced all the same.
 */
export const idList = ({ max = 1000, ...rest }: ListOptions<number> = {}) =>
  field('list', Type.Array(id().schema, { uniqueItems: true, maxItems: max, [swaggerBound]: true, ...rest }))

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

/** Free text in a list, e.g. networks; what each must be is for the resource to check. */
export const textList = ({
  max,
  maxLength,
  repeats,
  ...rest
}: Doc & { max: number; maxLength: number; repeats?: true }) =>
  field(
    'list',
    Type.Array(Type.String({ minLength: 1, maxLength }), {
      ...(!repeats && { uniqueItems: true }),
      maxItems: max,
      ...rest,
    }),
  )

/** An array or object that search only returns. */
export const value = <S extends TSchema>(schema: S): Field<S> => ({
  ...field((schema as { type?: unknown }).type === 'array' ? 'list' : 'object', schema),
  json: true,
})

/** Marks a schema inside others that the documents publish once, under this name, so that generated clients keep it. */
export const componentMark = 'x-component'

export const component = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, [componentMark]: name })

/** Marks an array whose bounds only the Swagger form publishes. */
export const swaggerBound = 'x-swagger-bound'

export const nullable = <S extends TSchema>({ schema, ...rest }: Field<S>) => ({
  ...rest,
  nullable: true,
  schema: Type.Unsafe<Static<S> | null>({ ...schema, type: [(schema as { type?: string }).type, 'null'] }),
})

export const unlisted = <F extends Field>(of: F): F => ({ ...of, unlisted: true })
export const personal = <F extends Field>(of: F): F => ({ ...of, personal: true })
