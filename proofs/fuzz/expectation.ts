import { type AnyResource, compileSchema, type Operation, type Validate } from '@wachta/resource'
import { Type } from 'typebox'
import { readJson } from './json.ts'
import { checkSearchQuery } from './query-string.ts'
import { checkRules } from './rules.ts'
import { checkSearch } from './search-expectation.ts'
import { findInvalidText } from './texts.ts'
import type { Schema } from './values.ts'
import {
  type FuzzRequest,
  findHeader,
  findItemResource,
  findSearchedResource,
  isTooLongForHttp,
  type World,
} from './world.ts'

/**
 * What is known of a request before it is sent: that it must be rejected and why, that its form is valid, or neither.
 * It depends only on the request, so that it applies to a smaller form of it too.
 */
export type Expectation = { readonly wrong: string } | 'sound' | 'unsure'

export const isWrong = (expected: Expectation): expected is { wrong: string } => typeof expected === 'object'

/** Returns the strictest of several: one mistake is enough, and one unsure part keeps the rest from being sound. */
export const pickStrictest = (all: readonly Expectation[]): Expectation =>
  all.find(isWrong) ?? (all.includes('unsure') ? 'unsure' : 'sound')

export function deriveExpectation(request: FuzzRequest, world: World): Expectation {
  if (request.bytes !== undefined || request.method !== request.operation.method) return 'unsure'
  return pickStrictest([
    isTooLongForHttp(request) ? 'unsure' : 'sound',
    checkCredentials(request, world),
    checkPath(request, world),
    checkQuery(request, world),
    checkBody(request, world),
    checkIdempotencyKey(request),
  ])
}

function checkCredentials(request: FuzzRequest, { authorization, basic }: World): Expectation {
  const given = findHeader(request, 'authorization')
  const validCredentials = [...Object.values(authorization), basic].filter((known) => known !== undefined)
  if (given !== undefined && validCredentials.includes(given)) return 'sound'
  // A token in another notation, or with a suffix, may or may not be accepted.
  if (validCredentials.some((known) => given?.toLowerCase().includes(known.toLowerCase().slice(7)))) return 'unsure'
  if (request.operation.access !== 'public') return { wrong: 'it has no credentials' }
  return given === undefined ? 'sound' : 'unsure'
}

function checkPath({ operation, path: sentPath }: FuzzRequest, { registry }: World): Expectation {
  const template = operation.path.replaceAll(/\{\w+\}/g, '([^/]*)')
  const segments = (new RegExp(`^/v3${template}$`).exec(sentPath) ?? []).slice(1).map(decode)
  if (segments.length === 0) return 'sound'
  const steps = segments.filter((step) => step !== undefined)
  if (steps.length < segments.length) return { wrong: 'its path cannot be decoded' }
  // Clients resolve these path segments before anything is sent.
  if (steps.some((step) => step === '.' || step === '..')) return 'unsure'
  const item = findItemResource(operation, registry)
  if (item) return pickStrictest(steps.map((step, index) => checkKey(item, item.keys[index] ?? '', step)))
  const [key = '', ...others] = steps
  if (others.some((step) => !/^[\w.-]{1,256}$/.test(step))) return 'unsure'
  if (!operation.on) return 'unsure'
  const resource = registry.get(operation.on.resource)
  return resource.alias?.[0] === key ? 'sound' : checkKey(resource, resource.key, key)
}

function checkKey({ fields }: AnyResource, column: string, text: string): Expectation {
  const isKey = fields[column]?.kind === 'key' ? /^\w{1,256}$/.test(text) : isId(text)
  return isKey ? 'sound' : { wrong: 'its path contains no valid key' }
}

const isId = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function checkQuery(request: FuzzRequest, { registry }: World): Expectation {
  const { operation, query: pairs } = request
  if (operation.method !== 'GET') return 'sound'
  const resource = findSearchedResource(operation, registry)
  const parameters = readPairs(pairs)
  if (!parameters) return 'unsure'
  if ([...parameters].flat(2).some((text) => text.includes('\0'))) return { wrong: 'its query contains U+0000' }
  if (!resource) return checkDeclaredQuery(operation, parameters)
  const declared = new Set(operation.query?.map(({ name }) => name))
  const isList = declared.has('sort')
  for (const name of parameters.keys())
    if (!declared.has(name) && !(isList && name.startsWith('filter.'))) return { wrong: `undeclared parameter ${name}` }
  return checkSearchQuery(parameters, resource, registry)
}

/** Returns the parameters by name; undefined if a server may read them in more than one way. */
function readPairs(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const parameters = new Map<string, string[]>()
  for (const pair of pairs) {
    const [name, value, ...rest] = pair.split('=').map((text) => decode(text.replaceAll('+', ' ')))
    if (!name || value === undefined || rest.length > 0 || pair.includes('&')) return undefined
    parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  return parameters
}

const validators = new WeakMap<object, Validate>()

function getValidator(key: object, schema: () => Parameters<typeof compileSchema>[0]): Validate {
  const validate = validators.get(key) ?? compileSchema(schema())
  validators.set(key, validate)
  return validate
}

function checkDeclaredQuery(operation: Operation, parameters: ReadonlyMap<string, readonly string[]>): Expectation {
  const properties = (operation.query ?? []).map(({ name, schema, required }) => [
    name,
    required ? schema : Type.Optional(schema),
  ])
  const validate = getValidator(operation, () =>
    Type.Object(Object.fromEntries(properties), { additionalProperties: false }),
  )
  const types = new Map((operation.query ?? []).map(({ name, schema }) => [name, (schema as { type?: unknown }).type]))
  // An integer is written in digits, a flag as one of two words; everything else is text.
  const readQueryValue = (name: string, text: string | undefined) => {
    if (types.get(name) === 'integer' && /^-?\d{1,15}$/.test(text ?? '')) return Number(text)
    return types.get(name) === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
  }
  const values = [...parameters].map(([name, all]) => [name, all.length === 1 ? readQueryValue(name, all[0]) : all])
  const [fault] = validate(Object.fromEntries(values), 'query')
  return fault ? { wrong: `${fault.field}: ${fault.symbol}` } : 'sound'
}

function checkBody(request: FuzzRequest, world: World): Expectation {
  const { operation, body: sentBody } = request
  if (!operation.body) return sentBody === undefined ? 'sound' : 'unsure'
  const media = checkMediaType(findHeader(request, 'content-type'))
  if (sentBody === undefined || sentBody.length === 0) {
    if (!operation.bodyOptional) return { wrong: 'it has no body' }
    return media === 'sound' || findHeader(request, 'content-type') === undefined ? 'sound' : 'unsure'
  }
  const { value, expected } = readJson(sentBody)
  if (value === undefined) return pickStrictest([media, expected])
  const resource = findSearchedResource(operation, world.registry)
  return pickStrictest([
    media,
    expected,
    resource ? checkSearch(value, resource, world.registry) : checkSchemaBody(operation, value),
  ])
}

function checkMediaType(type: string | undefined): Expectation {
  const [essence = ''] = (type ?? '').toLowerCase().split(';')
  if (/^application\/([\w.+-]+\+)?json$/.test(essence.trim())) return type === 'application/json' ? 'sound' : 'unsure'
  return { wrong: 'its content type is not JSON' }
}

function checkSchemaBody({ body: bodySchema, id }: Operation, value: unknown): Expectation {
  if (!bodySchema) return 'sound'
  const [fault] = getValidator(bodySchema, () => bodySchema.schema)(value, 'data')
  if (fault) return { wrong: `${fault.field}: ${fault.symbol}` }
  const text = findInvalidText(bodySchema.schema as Schema, value)
  if (text !== undefined) return { wrong: `${text}: it does not match its schema` }
  // A setting has a maximum length that its schema cannot express.
  if (id === 'update_user_setting' && JSON.stringify(value).length > 60_000) return 'unsure'
  return checkRules(bodySchema.name, value)
}

function checkIdempotencyKey(request: FuzzRequest): Expectation {
  const key = findHeader(request, 'idempotency-key')
  if (key === undefined || request.operation.method !== 'POST') return 'sound'
  return /^[\x21-\x7e]{1,255}$/.test(key.trim()) ? 'unsure' : { wrong: 'its Idempotency-Key is invalid' }
}
