import { type Call, compileSchema, type Operation, rejectAny, type Violation } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { parseJson } from './json.ts'
import { isStorable } from './text.ts'

/** The validated body and query of a request. */
export interface ValidatedRequest {
  readonly body: unknown
  readonly query: Call['query']
}

/** Creates the validator for requests of an operation; it reports all violations of body and query together. */
export function createRequestValidator(operation: Operation): (request: FastifyRequest) => ValidatedRequest {
  const checkBody = createBodyValidator(operation)
  const checkQuery = createQueryValidator(operation)
  return (request) => {
    const query = request.query as Call['query']
    const { value: body, violations } = checkBody(request)
    rejectAny([...violations, ...checkQuery(query)])
    return { body, query }
  }
}

function createBodyValidator({
  body,
  bodyOptional,
  normalize,
  check,
}: Operation): (request: FastifyRequest) => { value: unknown; violations: Violation[] } {
  if (!body) return () => ({ value: undefined, violations: [] })
  const validate = compileSchema(body.schema)
  return ({ body: bytes, headers }) => {
    if (!(bytes instanceof Buffer) || bytes.length === 0)
      return { value: undefined, violations: bodyOptional ? [] : [{ symbol: 'missing_body', field: 'data' }] }
    if (!isJson(headers['content-type']))
      return { value: undefined, violations: [{ symbol: 'unsupported_media_type' }] }
    const { value, violations, isUnusable } = parseJson(bytes)
    if (isUnusable) return { value, violations: [...violations] }
    const normalized = normalize ? normalize(value) : value
    return {
      value: normalized,
      violations: [...violations, ...validate(normalized, 'data'), ...(check?.(normalized) ?? [])],
    }
  }
}

/**
 * Operations that read rows of a resource validate their query themselves, against the names of the resource. The query
 * of other operations is validated against the parameters that they declare. If an operation other than a GET declares
 * none, its query is ignored, for compatibility.
 */
function createQueryValidator({ query = [], method }: Operation): (query: Call['query']) => Violation[] {
  const readsResource = query.some(({ name }) => name === 'embed')
  if (readsResource) return findForbiddenCharacters
  if (method !== 'GET' && query.length === 0) return () => []
  const properties = query.map(({ name, schema, required }) => [name, required ? schema : Type.Optional(schema)])
  const validate = compileSchema(Type.Object(Object.fromEntries(properties), { additionalProperties: false }))
  const types = query.map(({ name, schema }) => [name, (schema as { type?: unknown }).type] as const)
  return (rawQuery) => [...validate(convertTypes(rawQuery, types), 'query'), ...findForbiddenCharacters(rawQuery)]
}

/** Converts parameters from text to numbers and booleans, so that they match their schema. */
function convertTypes(query: Call['query'], types: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const converted = types.flatMap(([name, type]): [string, number | boolean][] => {
    const text = query[name]
    if (typeof text !== 'string') return []
    if (type === 'integer' && /^\d{1,15}$/.test(text)) return [[name, Number(text)]]
    return type === 'boolean' && /^(?:true|false)$/.test(text) ? [[name, text === 'true']] : []
  })
  return { ...query, ...Object.fromEntries(converted) }
}

/** Returns a violation for each parameter with text that PostgreSQL cannot store, and thus not compare. */
const findForbiddenCharacters = (query: Call['query']): Violation[] =>
  Object.entries(query)
    .filter(([name, value]) => [name, value].flat().some((text) => text === undefined || !isStorable(text)))
    .map(([name]) => ({ symbol: 'forbidden_character', field: `query.${name.replaceAll('\0', '')}` }))

const isJson = (type: string | undefined): boolean => /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type ?? '')
