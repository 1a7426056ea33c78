import { type AnyResource, compileSchema, type Operation, type Validate } from '@wachta/resource'
import { Type } from 'typebox'
import { jsonExpectation } from './json.ts'
import { queriedSearch } from './query-string.ts'
import { ruleExpectation } from './rules.ts'
import { searchExpectation } from './search-expectation.ts'
import { wrongText } from './texts.ts'
import type { Schema } from './values.ts'
import { type FuzzRequest, header, isTooLongForHttp, itemResource, searchedResource, type World } from './world.ts'

/**
 * What is known of a request before it is sent: that it must be rejected and why, that its form is valid, or neither.
 * It depends only on the request, so that it applies to a smaller form of it too.
 */
export type Expectation = { readonly wrong: string } | 'sound' | 'unsure'

export const isWrong = (expected: Expectation): expected is { wrong: string } => typeof expected === 'object'

/** Returns the strictest of several: one mistake is enough, and one unsure part keeps the rest from being sound. */
export const strictest = (all: readonly Expectation[]): Expectation =>
  all.find(isWrong) ?? (all.includes('unsure') ? 'unsure' : 'sound')

export function expectationOf(request: FuzzRequest, world: World): Expectation {
  if (request.bytes !== undefined || request.method !== request.operation.method) return 'unsure'
  return strictest([
    isTooLongForHttp(request) ? 'unsure' : 'sound',
    credentials(request, world),
    path(request, world),
    query(request, world),
    body(request, world),
    idempotencyKey(request),
  ])
}

function credentials(request: FuzzRequest, { authorization, basic }: World): Expectation {
  const given = header(request, 'authorization')
  const good = [...Object.values(authorization), basic].filter((known) => known !== undefined)
  if (given !== undefined && good.includes(given)) return 'sound'
  // A token in another notation, or with a suffix, may or may not be accepted.
  if (good.some((known) => given?.toLowerCase().includes(known.toLowerCase().slice(7)))) return 'unsure'
  if (request.operation.access !== 'public') return { wrong: 'it has no credentials' }
  return given === undefined ? 'sound' : 'unsure'
}

function path({ operation, path: sent }: FuzzRequest, { registry }: World): Expectation {
  const template = operation.path.replaceAll(/\{\w+\}/g, '([^/]*)')
  const given = (new RegExp(`^/v3${template}$`).exec(sent) ?? []).slice(1).map(decoded)
  if (given.length === 0) return 'sound'
  const steps = given.filter((step) => step !== undefined)
  if (steps.length < given.length) return { wrong: 'its path cannot be decoded' }
  // Clients resolve these path segments before anything is sent.
  if (steps.some((step) => step === '.' || step === '..')) return 'unsure'
  const item = itemResource(operation, registry)
  if (item) return strictest(steps.map((step, place) => keyExpectation(item, item.keys[place] ?? '', step)))
  const [key = '', ...others] = steps
  if (others.some((step) => !/^[\w.-]{1,256}$/.test(step))) return 'unsure'
  if (!operation.on) return 'unsure'
  const resource = registry.get(operation.on.resource)
  return resource.alias?.[0] === key ? 'sound' : keyExpectation(resource, resource.key, key)
}

function keyExpectation({ fields }: AnyResource, column: string, text: string): Expectation {
  const isKey = fields[column]?.kind === 'key' ? /^\w{1,256}$/.test(text) : isId(text)
  return isKey ? 'sound' : { wrong: 'its path names no key' }
}

const isId = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function query(request: FuzzRequest, { registry }: World): Expectation {
  const { operation, query: pairs } = request
  if (operation.method !== 'GET') return 'sound'
  const resource = searchedResource(operation, registry)
  const given = readPairs(pairs)
  if (!given) return 'unsure'
  if ([...given].flat(2).some((text) => text.includes('\0'))) return { wrong: 'its query holds U+0000' }
  if (!resource) return declaredQuery(operation, given)
  const declared = new Set(operation.query?.map(({ name }) => name))
  const isList = declared.has('sort')
  for (const name of given.keys())
    if (!declared.has(name) && !(isList && name.startsWith('filter.'))) return { wrong: `undeclared parameter ${name}` }
  return queriedSearch(given, resource, registry)
}

/** Returns the parameters by name; undefined if a server may read them in more than one way. */
function readPairs(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const given = new Map<string, string[]>()
  for (const pair of pairs) {
    const [name, value, ...rest] = pair.split('=').map((text) => decoded(text.replaceAll('+', ' ')))
    if (!name || value === undefined || rest.length > 0 || pair.includes('&')) return undefined
    given.set(name, [...(given.get(name) ?? []), value])
  }
  return given
}

const remembered = new WeakMap<object, Validate>()

function validator(key: object, schema: () => Parameters<typeof compileSchema>[0]): Validate {
  const validate = remembered.get(key) ?? compileSchema(schema())
  remembered.set(key, validate)
  return validate
}

function declaredQuery(operation: Operation, given: ReadonlyMap<string, readonly string[]>): Expectation {
  const properties = (operation.query ?? []).map(({ name, schema, required }) => [
    name,
    required ? schema : Type.Optional(schema),
  ])
  const validate = validator(operation, () =>
    Type.Object(Object.fromEntries(properties), { additionalProperties: false }),
  )
  const types = new Map((operation.query ?? []).map(({ name, schema }) => [name, (schema as { type?: unknown }).type]))
  // An integer is written in digits, a flag as one of two words; everything else is text.
  const readQueryValue = (name: string, text: string | undefined) => {
    if (types.get(name) === 'integer' && /^-?\d{1,15}$/.test(text ?? '')) return Number(text)
    return types.get(name) === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
  }
  const values = [...given].map(([name, all]) => [name, all.length === 1 ? readQueryValue(name, all[0]) : all])
  const [fault] = validate(Object.fromEntries(values), 'query')
  return fault ? { wrong: `${fault.field}: ${fault.symbol}` } : 'sound'
}

function body(request: FuzzRequest, world: World): Expectation {
  const { operation, body: sent } = request
  if (!operation.body) return sent === undefined ? 'sound' : 'unsure'
  const media = mediaExpectation(header(request, 'content-type'))
  if (sent === undefined || sent.length === 0) {
    if (!operation.bodyOptional) return { wrong: 'it has no body' }
    return media === 'sound' || header(request, 'content-type') === undefined ? 'sound' : 'unsure'
  }
  const { value, expected } = jsonExpectation(sent)
  if (value === undefined) return strictest([media, expected])
  const resource = searchedResource(operation, world.registry)
  return strictest([
    media,
    expected,
    resource ? searchExpectation(value, resource, world.registry) : schemaBody(operation, value),
  ])
}

function mediaExpectation(type: string | undefined): Expectation {
  const [essence = ''] = (type ?? '').toLowerCase().split(';')
  if (/^application\/([\w.+-]+\+)?json$/.test(essence.trim())) return type === 'application/json' ? 'sound' : 'unsure'
  return { wrong: 'its body is not said to be JSON' }
}

function schemaBody({ body: said, id }: Operation, value: unknown): Expectation {
  if (!said) return 'sound'
  const [fault] = validator(said, () => said.schema)(value, 'data')
  if (fault) return { wrong: `${fault.field}: ${fault.symbol}` }
  const text = wrongText(said.schema as Schema, value)
  if (text !== undefined) return { wrong: `${text}: it is not as its schema says` }
  // A setting has a maximum length that its schema cannot express.
  if (id === 'update_user_setting' && JSON.stringify(value).length > 60_000) return 'unsure'
  return ruleExpectation(said.name, value)
}

function idempotencyKey(request: FuzzRequest): Expectation {
  const key = header(request, 'idempotency-key')
  if (key === undefined || request.operation.method !== 'POST') return 'sound'
  return /^[\x21-\x7e]{1,255}$/.test(key.trim()) ? 'unsure' : { wrong: 'its Idempotency-Key is not one' }
}
