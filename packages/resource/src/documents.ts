import type { TSchema } from 'typebox'
import { componentMark, swaggerBound } from './field.ts'
import type { NamedSchema, Operation } from './operation.ts'
import type { Registry } from './resource.ts'

type Json = Record<string, unknown>

export interface DocumentInfo {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly basePath: string
  readonly operations: readonly Operation[]
  readonly registry: Registry
  /** The schema of one error; rejected requests are answered with an array of errors. */
  readonly error: NamedSchema
  readonly oauth: OAuthInfo
}

/** The URLs at which applications get access tokens, and the scopes that each operation needs. */
export interface OAuthInfo {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  /** Every scope, with its description. */
  readonly scopes: Readonly<Record<string, string>>
  /** Returns the scopes that an operation needs; null if applications cannot call it. */
  getRequiredScopes(operation: Operation): readonly string[] | null
}

/** The differences between the OpenAPI and the Swagger document. */
interface DocumentForm {
  ref(name: string): Json
  schema(schema: unknown): unknown
  parameter(
    location: 'path' | 'query',
    options: { name: string; schema: Json; required: boolean; description?: string },
  ): Json
  body(schema: Json, required: boolean): Json
  response(description: string, schema: Json | undefined, media: string | undefined): Json
}

/** Builds the Swagger document: null is a member of the type list, and the path prefix is the base path. */
export function buildSwagger(info: DocumentInfo): Json {
  const { title, version, description, basePath } = info
  return {
    swagger: '2.0',
    info: { title, version, description },
    basePath,
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: {
      basic: { type: 'basic' },
      bearer: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'Bearer and the token of a session.',
      },
      oauth2: { type: 'oauth2', flow: 'accessCode', ...toOAuthFlow(info.oauth) },
    },
    paths: buildPaths(info, swaggerForm),
    definitions: buildDefinitions(info, swaggerForm),
  }
}

const toOAuthFlow = ({ authorizationUrl, tokenUrl, scopes }: OAuthInfo): Json => ({
  authorizationUrl,
  tokenUrl,
  scopes,
})

const swaggerForm: DocumentForm = {
  ref: (name) => ({ $ref: `#/definitions/${name}` }),
  schema: (schema) => mapSchema(schema, ({ [swaggerBound]: _, ...rest }) => toReferences(rest, swaggerForm)),
  parameter: (location, { schema, ...options }) => ({ in: location, ...options, ...schema }),
  body: (schema, required) => ({ parameters: [{ in: 'body', name: 'data', required, schema }] }),
  response: (description, schema, media) => ({
    description,
    ...(media ? { schema: { type: 'file' } } : schema && { schema }),
  }),
}

/** Builds the OpenAPI 3 document: null is a flag, and the size bounds of id arrays are omitted. */
export function buildOpenApi(info: DocumentInfo): Json {
  const { title, version, description, basePath } = info
  return {
    openapi: '3.0.3',
    info: { title, version, description },
    servers: [{ url: basePath }],
    paths: buildPaths(info, openApiForm),
    components: {
      schemas: buildDefinitions(info, openApiForm),
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session.' },
        oauth2: { type: 'oauth2', flows: { authorizationCode: toOAuthFlow(info.oauth) } },
      },
    },
  }
}

const openApiForm: DocumentForm = {
  ref: (name) => ({ $ref: `#/components/schemas/${name}` }),
  schema: (schema) => mapSchema(schema, (node) => toReferences(toNullableFlag(omitBounds(node)), openApiForm)),
  parameter: (location, options) => ({ in: location, ...options }),
  body: (schema, required) => ({ requestBody: { required, content: { 'application/json': { schema } } } }),
  response: (description, schema, media) => ({
    description,
    ...(media
      ? { content: { [media]: { schema: { type: 'string', format: 'binary' } } } }
      : schema && { content: { 'application/json': { schema } } }),
  }),
}

function omitBounds({ [swaggerBound]: isSwaggerOnly, ...node }: Json): Json {
  if (!isSwaggerOnly) return node
  const { maxItems: _1, minItems: _2, ...rest } = node
  return rest
}

function toNullableFlag(node: Json): Json {
  const { type, ...rest } = node
  if (!Array.isArray(type) || !type.includes('null')) return node
  return { type: type.find((name) => name !== 'null'), nullable: true, ...rest }
}

/** Replaces a component by a reference to it, and keeps the description that it has in this place. */
function toReferences({ [componentMark]: name, ...node }: Json, form: DocumentForm): Json {
  if (typeof name !== 'string') return node
  const { description } = node
  return description === undefined ? form.ref(name) : { allOf: [form.ref(name)], description }
}

/** Collects the named schemas of all operations and their components. Throws if different schemas share a name. */
export function collectNamedSchemas({
  operations,
  error,
}: Pick<DocumentInfo, 'operations' | 'error'>): ReadonlyMap<string, TSchema> {
  const schemas = new Map<string, TSchema>()
  const named = [
    error,
    ...operations.flatMap(({ body, result }) => [body, result].flat() as (NamedSchema | undefined)[]),
  ]
  const querySchemas = operations.flatMap(({ query = [] }) => query.map(({ schema }) => schema))
  const components = [...named.map((found) => found?.schema), ...querySchemas].flatMap(findComponents)
  for (const found of [...named, ...components]) {
    if (!found) continue
    const known = schemas.get(found.name)
    if (known && JSON.stringify(known) !== JSON.stringify(found.schema))
      throw new Error(`two schemas are called ${found.name}`)
    schemas.set(found.name, found.schema)
  }
  return new Map([...schemas].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Finds the components in a schema, without the mark and the description that they have in this place. */
function findComponents(schema: unknown): NamedSchema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { [componentMark]: name, description: _, ...rest } = schema as Json
  const nested = Object.values(schema).flatMap(findComponents)
  return typeof name === 'string' ? [{ name, schema: rest as TSchema }, ...nested] : nested
}

const buildDefinitions = (info: DocumentInfo, form: DocumentForm): Json =>
  Object.fromEntries([...collectNamedSchemas(info)].map(([name, schema]) => [name, form.schema(toPlainSchema(schema))]))

function buildPaths(info: DocumentInfo, form: DocumentForm): Json {
  const all: Record<string, Json> = {}
  for (const operation of info.operations) {
    all[operation.path] ??= {}
    Object.assign(all[operation.path] ?? {}, {
      [operation.method.toLowerCase()]: describeOperation(operation, info, form),
    })
  }
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)))
}

const toApplicationSecurity = (operation: Operation, { getRequiredScopes }: OAuthInfo): Json[] => {
  const scopes = getRequiredScopes(operation)
  return scopes === null ? [] : [{ oauth2: scopes }]
}

function describeOperation(operation: Operation, { registry, error, oauth }: DocumentInfo, form: DocumentForm): Json {
  const { id, tag, summary, description, deprecated, access, on, body, bodyOptional, status, media } = operation
  const bodyParts = body ? form.body(form.ref(body.name), !bodyOptional) : {}
  const parameters = [
    ...pathParameters(operation, registry, form),
    ...queryParameters(operation, form),
    ...((bodyParts['parameters'] as Json[]) ?? []),
  ]
  const isList = Array.isArray(operation.result)
  const success = form.response(successDescriptions[status], resultSchema(operation, form), media)
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    ...(access !== 'public' && {
      security: [{ basic: [] }, { bearer: [] }, ...toApplicationSecurity(operation, oauth)],
    }),
    ...(on && { 'x-permission': `${on.resource}.${on.flag}` }),
    ...bodyParts,
    ...(parameters.length > 0 && { parameters }),
    ...(media && form === swaggerForm && { produces: [media] }),
    responses: {
      [status]: isList ? addTotalHeader(success, form) : success,
      default: form.response('All errors of the request.', { type: 'array', items: form.ref(error.name) }, undefined),
    },
  }
}

const successDescriptions = { 200: 'Success.', 201: 'Created.', 204: 'Done; the response is empty.' } as const

const addTotalHeader = (response: Json, form: DocumentForm): Json => {
  const total = form === swaggerForm ? { type: 'integer' } : { schema: { type: 'integer' } }
  return { ...response, headers: { 'X-Total-Count': { description: 'The total number of records.', ...total } } }
}

function resultSchema({ result }: Operation, form: DocumentForm): Json | undefined {
  if (!result) return undefined
  return Array.isArray(result)
    ? { type: 'array', items: form.ref(result[0].name) }
    : form.ref((result as NamedSchema).name)
}

function pathParameters({ path, on }: Operation, registry: Registry, form: DocumentForm): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ''], index) => {
    const target = index === 0 && on ? registry.get(on.resource) : undefined
    const isKey = target ? target.fields[target.key]?.kind === 'key' || target.alias !== undefined : true
    return form.parameter('path', {
      name,
      required: true,
      schema: isKey ? { type: 'string' } : { type: 'integer', minimum: 1 },
      ...(target?.alias && { description: `An id, or ${target.alias[0]} for the caller's own.` }),
    })
  })
}

const queryParameters = ({ query = [] }: Operation, form: DocumentForm): Json[] =>
  query.map(({ name, schema, required = false, description }) =>
    form.parameter('query', { name, required, description, schema: form.schema(toPlainSchema(schema)) as Json }),
  )

/** Removes the symbols that the schema library attaches to schemas. */
const toPlainSchema = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema))

function mapSchema(schema: unknown, map: (node: Json) => Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => mapSchema(item, map))
  if (typeof schema !== 'object' || schema === null) return schema
  return map(Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, mapSchema(value, map)])))
}
