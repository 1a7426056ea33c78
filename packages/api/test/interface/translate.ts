import { isDeepStrictEqual } from 'node:util'
import type { Json, Schema } from '@wachta/testing/api/published'

/**
 * Converts a Swagger document to the equivalent OpenAPI 3 document. Three of its changes are differences that the API
 * documents: null, the size bounds of id arrays, and the base path. In all others, the two formats only put the same
 * thing in different places. It is based on the API, not on the generator of the documents.
 */
export function asOpenApi({ swagger: _, basePath, consumes, produces, ...document }: Json): Json {
  const media = { consumes: only(consumes), produces: only(produces) }
  const { definitions, securityDefinitions, paths, ...rest } = document
  return {
    openapi: '3.0.3',
    servers: [{ url: basePath }],
    ...rest,
    paths: mapValues(paths as Json, (path) =>
      mapValues(path as Json, (operation) => translated(operation as Json, media)),
    ),
    components: {
      schemas: mapValues(definitions as Json, (schema) => schemaOf(schema as Schema)),
      securitySchemes: mapValues(securityDefinitions as Json, (scheme) => securityScheme(scheme as Json)),
    },
  }
}

interface Media {
  readonly consumes: string
  readonly produces: string
}

function translated({ parameters = [], responses, produces, ...operation }: Json, media: Media): Json {
  const all = parameters as Json[]
  const body = all.find((parameter) => parameter['in'] === 'body')
  const others = all.filter((parameter) => parameter !== body).map(parameterOf)
  const answers = produces === undefined ? media.produces : only(produces)
  return {
    ...operation,
    ...(others.length > 0 && { parameters: others }),
    ...(body && { requestBody: bodyOf(body, media.consumes) }),
    responses: mapValues(responses as Json, (response) => responseOf(response as Json, answers)),
  }
}

function parameterOf({ in: where, name, required, description, ...schema }: Json): Json {
  return { in: where, name, required, ...(description !== undefined && { description }), schema: schemaOf(schema) }
}

const bodyOf = ({ in: _1, name: _2, schema, ...rest }: Json, media: string): Json => ({
  ...rest,
  content: { [media]: { schema: schemaOf(schema as Schema) } },
})

function responseOf({ schema, headers, ...rest }: Json, media: string): Json {
  const isFile = (schema as Schema | undefined)?.type === 'file'
  const written = isFile ? { type: 'string', format: 'binary' } : schemaOf((schema ?? {}) as Schema)
  // Errors are JSON, even if the successful answer is a file.
  const type = isFile || schema === undefined ? media : 'application/json'
  return {
    ...rest,
    ...(headers !== undefined && { headers: mapValues(headers as Json, (header) => headerOf(header as Json)) }),
    ...(schema !== undefined && { content: { [type]: { schema: written } } }),
  }
}

const headerOf = ({ description, ...schema }: Json): Json => ({ description, schema: schemaOf(schema) })

/** Swagger has no Bearer scheme: there it is an API key in a header, and the description mentions the prefix. */
function securityScheme({ type, description, flow: _, ...flow }: Json): Json {
  if (type === 'oauth2') return { type, flows: { authorizationCode: flow } }
  if (type === 'basic') return { type: 'http', scheme: 'basic' }
  return { type: 'http', scheme: 'bearer', description: String(description).replace(/^Bearer and t/, 'T') }
}

/** Converts a schema from Swagger to OpenAPI; `at` is the name of the property that it describes. */
function schemaOf(schema: Schema, at = ''): Schema {
  const { properties, items, allOf, additionalProperties, ...rest } = schema
  return withoutSizes(
    withNullFlag({
      ...rest,
      ...(typeof rest['$ref'] === 'string' && {
        $ref: rest['$ref'].replace('#/definitions/', '#/components/schemas/'),
      }),
      ...(properties && { properties: mapValues(properties, schemaOf) }),
      ...(items && { items: schemaOf(items) }),
      ...(allOf && { allOf: allOf.map((each) => schemaOf(each)) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'object' ? schemaOf(additionalProperties) : additionalProperties,
      }),
    }),
    at,
  )
}

function withNullFlag(schema: Schema): Schema {
  const { type } = schema
  if (!Array.isArray(type) || type.length !== 2 || !type.includes('null')) return schema
  return { ...schema, type: type.find((name) => name !== 'null') ?? '', nullable: true }
}

/** Only the Swagger form bounds arrays of ids and the artifact types of a template. */
function withoutSizes(schema: Schema, at: string): Schema {
  const isIds = schema.type === 'array' && schema.items?.type === 'integer' && schema.items['minimum'] === 1
  if (!isIds && at !== 'artifact_type_ids') return schema
  const { minItems: _1, maxItems: _2, ...rest } = schema
  return rest
}

const only = (list: unknown): string => (list as string[]).join()

function mapValues<In, Out>(values: Record<string, In>, map: (value: In, name: string) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))
}

/** The paths at which two documents differ. */
export function differing(one: unknown, other: unknown, at = '#'): string[] {
  if (isDeepStrictEqual(one, other)) return []
  if (!isObject(one) || !isObject(other)) return [at]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) => differing(one[name], other[name], `${at}/${name.replaceAll('/', '~1')}`))
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
