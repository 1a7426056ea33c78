import { type TSchema, Type } from 'typebox'
import { component } from './field.ts'
import { type FilterKind, filterKinds, listFilterTypes } from './filters.ts'
import { getSearchNames } from './names.ts'
import { type NamedSchema, nameSchema } from './operation.ts'
import type { AnyResource, Registry } from './resource.ts'
import { defaultLimit, findSearchedField, maxFilters, maxLimit } from './search-request.ts'

export const closed = { additionalProperties: false } as const
export const buildEnum = (names: readonly string[], options: object = {}) =>
  Type.Unsafe<string>({ type: 'string', enum: [...names], ...options })

const maxSorts = 256

export interface ResourceSchemas {
  readonly record: NamedSchema
  readonly permission: NamedSchema
  readonly search: NamedSchema
  readonly createData?: NamedSchema
  readonly createResult?: NamedSchema
  readonly updateData?: NamedSchema
}

/** Derives all JSON schemas of a resource, with their published names. */
export function buildResourceSchemas(resource: AnyResource, registry: Registry): ResourceSchemas {
  const { name, fields, permissions, create, update } = resource
  const flags = Object.fromEntries(Object.keys(permissions).map((flag) => [flag, Type.Boolean()]))
  return {
    record: nameSchema(name, Type.Object(mapFields(fields, (schema) => Type.Optional(schema)))),
    permission: nameSchema(`${name}_permission`, Type.Object(toOptional(flags))),
    search: nameSchema(`${name}_search`, buildSearchSchema(resource, registry)),
    ...(create && {
      createData: nameSchema(`${name}_create_data`, buildCreateSchema(resource)),
    }),
    // A resource without an id has no create result: its rows are created by PUT, which is answered without a body.
    ...(create &&
      fields.id && {
        createResult: nameSchema(`${name}_create_result`, Type.Object({ id: fields.id.schema }, closed)),
      }),
    ...(update && { updateData: nameSchema(`${name}_update_data`, buildUpdateSchema(resource)) }),
  }
}

function buildSearchSchema(resource: AnyResource, registry: Registry): TSchema {
  const names = getSearchNames(resource, registry)
  const filters = names.filters.map((key) => {
    const { kind, nullable } = findSearchedField(key, { resource, registry })
    return [key, Type.Array(getFilterElement(kind, nullable), { maxItems: maxFilters })] as const
  })
  const sort = Type.Object({ field: buildEnum(names.sorts), order: Type.Optional(sortOrder) }, closed)
  return Type.Object(
    toOptional({
      fields: Type.Array(buildEnum(names.fields), { uniqueItems: true }),
      embed: Type.Array(buildEnum(names.embeds), { uniqueItems: true }),
      filters: Type.Object(toOptional(Object.fromEntries(filters)), closed),
      query: Type.String({ maxLength: 1000 }),
      sort: Type.Array(sort, { maxItems: maxSorts }),
      limit: Type.Integer({ minimum: 0, maximum: maxLimit, default: defaultLimit }),
      offset: Type.Integer({ minimum: 0, default: 0 }),
    }),
    closed,
  )
}

const sortOrder = component('sort_order', buildEnum(['ascending', 'descending'], { default: 'ascending' }))

const filterElements = new Map(
  filterKinds.flatMap((kind) =>
    [false, true].map((nullable) => [`${kind}${nullable}`, buildFilterElement(kind, nullable)]),
  ),
)
const getFilterElement = (kind: FilterKind, nullable: boolean): TSchema =>
  filterElements.get(`${kind}${nullable}`) ?? buildFilterElement(kind, nullable)

function buildFilterElement(kind: FilterKind, nullable: boolean): TSchema {
  return Type.Object(
    {
      type: buildEnum(listFilterTypes(kind, nullable)),
      argument: Type.Unsafe<unknown>({
        description: 'Has the type of the field; a list for one_of, a boolean for is_null.',
      }),
    },
    { ...closed, description: 'A bare value stands for {"type": "equals", "argument": value}.' },
  )
}

function buildCreateSchema({ fields, create }: AnyResource): TSchema {
  const { required, optional: others = [], extraFields = {} } = create ?? { required: [] }
  return Type.Object(
    {
      ...Object.fromEntries(required.map((name: string) => [name, omitDefault(fields[name].schema)])),
      ...extraFields.required,
      ...toOptional(Object.fromEntries(others.map((name: string) => [name, fields[name].schema]))),
      ...toOptional(extraFields.optional ?? {}),
    },
    closed,
  )
}

/** Accepts all fields of the record, because clients send back the whole object; read-only ones must be unchanged. */
function buildUpdateSchema({ fields, update }: AnyResource): TSchema {
  const changeable = new Set<string>(update?.fields)
  return Type.Object(
    mapFields(fields, (schema, name) =>
      Type.Optional(
        changeable.has(name) ? omitDefault(schema) : Type.Unsafe({ ...omitDefault(schema), readOnly: true }),
      ),
    ),
    closed,
  )
}

const mapFields = (fields: AnyResource['fields'], map: (schema: TSchema, name: string) => TSchema) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, map(fields[name].schema, name)]))

const toOptional = (schemas: Readonly<Record<string, TSchema>>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, Type.Optional(schema)]))

function omitDefault(schema: TSchema): TSchema {
  const { default: _, ...rest } = schema as TSchema & { default?: unknown }
  return Type.Unsafe(rest)
}
