import { extremes } from './attacks.ts'
import { garbageTemplates } from './garbage/place.ts'
import type { Random } from './random.ts'
import { hostileSensor, hostileService, victims } from './tenants.ts'

/** Operations that would end the attacker's own access, and with it the attacks. */
const excludedOperations: Readonly<Record<string, string>> = {
  delete_auth_token: 'signs the attacker out',
  delete_session: 'signs the attacker out',
  change_account_password: 'ends all sessions of the attacker',
  setup_account_2fa: 'the session then owes a one-time code',
  update_account: 'its list of allowed addresses can shut the attacker out',
  close_account: 'closes the account of the attacker',
  delete_account: 'deletes the account of the attacker',
  revoke_sensor: 'revokes the key of the hostile sensor',
  delete_sensor: 'deletes the hostile sensor',
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly minimum?: number
  readonly format?: string
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema?: Schema
}

interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
}

export interface HostileRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

export interface Requests {
  /** The number of attacked operations. */
  readonly operations: number
  next(): HostileRequest
}

/** Creates endless requests to every operation of the served document, one operation after another. */
export async function createRequests(api: string, attacker: AttackerIds, random: Random): Promise<Requests> {
  const document = (await (await fetch(`${api}/public/openapi.json`)).json()) as Document
  const all = listOperations(document)
  const unknown = Object.keys(excludedOperations).filter((id) => !all.some((operation) => operation.id === id))
  if (unknown.length > 0) throw new Error(`excluded operations that are not served: ${unknown.join(', ')}`)
  const attacked = all.filter(({ id }) => !(id in excludedOperations))
  let nextIndex = 0
  return {
    operations: attacked.length,
    next() {
      const operation = attacked[nextIndex % attacked.length]
      if (operation === undefined) throw new Error('the document has no operations')
      nextIndex += 1
      return createRequest(operation, { document, attacker, random })
    },
  }
}

export interface AttackerIds {
  readonly account: number
  readonly group: number
}

interface RequestSources {
  readonly document: Document
  readonly attacker: AttackerIds
  readonly random: Random
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

const listOperations = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, described]) =>
    Object.entries(described)
      .filter(([method]) => methods.includes(method))
      .map(([method, { operationId, parameters = [], requestBody }]) => ({
        ...{ id: operationId, method: method.toUpperCase(), path, parameters },
        body: requestBody?.content['application/json']?.schema,
      })),
  )

/** Returns a plausible request with one extreme part: an id, a parameter, a field of the body, or the whole body. */
function createRequest({ id, method, path, parameters, body }: Operation, sources: RequestSources): HostileRequest {
  const { random } = sources
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pickPathValue(name, path, sources)),
  )
  const query = parameters.filter((one) => one.in === 'query' && random.next() < 0.3)
  const search = new URLSearchParams(
    query.map(({ name, schema }): [string, string] => [name, pickQueryValue(schema, sources)]),
  )
  return {
    ...{ operation: id, method, path: search.size > 0 ? `${filledPath}?${search}` : filledPath },
    body: body && serializeBody(replaceOne(createExample(body, sources, 0), random), random),
  }
}

const extremeIds = ['0', '-1', '9223372036854775808', '1e300', 'x', '\0', '../..', '%', 'x'.repeat(2_000)]

function pickPathValue(name: string, path: string, { attacker, random }: RequestSources): string {
  const draw = random.next()
  if (draw < 0.2) return random.pick(extremeIds)
  const isOfVictim = draw < 0.5
  if (path.startsWith('/accounts') || name === '_account_id') return String(isOfVictim ? 1 : attacker.account)
  if (path.startsWith('/sensors') || name === '_sensor_id')
    return String(isOfVictim ? random.pick(victims.sensors) : hostileSensor)
  if (path.startsWith('/groups') || name === '_group_id') return String(isOfVictim ? 2_001 : attacker.group)
  if (path.startsWith('/services') || name === '_service_id')
    return String(isOfVictim ? 1 : random.pick([hostileService, 100, 103, 106]))
  if (path.startsWith('/report_templates')) return String(isOfVictim ? 1 : garbageTemplates + random.below(8))
  // Rows with garbage have the first ids of most tables.
  return random.pick(['1', '2', '3', '4', '5', '6', '7', '8', '260101000000000', 'email', 'http', 'en'])
}

function pickQueryValue(schema: Schema | undefined, { random }: RequestSources): string {
  const extreme = random.pick(extremes)
  if (random.next() < 0.5)
    return String(typeof extreme === 'object' ? JSON.stringify(extreme) : extreme).slice(0, 5_000)
  if (schema?.format === 'dateTime') return random.pick(['now', '2026-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])
  return random.pick(['1', 'id', 'name,-id', 'owner,permissions', '1,2,3', '~x', '>0', 'null'])
}

/** Returns a value that follows the schema roughly: the server decides what is wrong with it. */
function createExample(schema: Schema, sources: RequestSources, depth: number): unknown {
  const { document, random } = sources
  if (depth > 8) return null
  const inner = (one: Schema) => createExample(one, sources, depth + 1)
  if (schema.$ref) return inner(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  const choices = schema.oneOf ?? schema.anyOf
  if (choices && choices.length > 0) return inner(random.pick(choices))
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner))
  if (schema.enum) return random.pick(schema.enum)
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, inner(one)]))
  if (schema.type === 'array') return schema.items ? [inner(schema.items)] : []
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 0, random.pick([0, 1, hostileSensor, hostileService, 60]))
  if (schema.type === 'boolean') return random.next() < 0.5
  if (schema.format === 'dateTime') return '2026-01-01T00:00:00Z'
  return schema.type === 'string' ? random.pick(['x', 'http', 'email', 'http://127.0.0.1/', 'a@example.com', '1']) : {}
}

/** Returns the value with one field, however deep, replaced by an extreme one. */
function replaceOne(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.next() < 0.15) return random.pick(extremes)
  const keys = Object.keys(value)
  if (keys.length === 0) return { x: random.pick(extremes) }
  const key = random.pick(keys)
  const replaced = replaceOne((value as Record<string, unknown>)[key], random)
  return Array.isArray(value)
    ? value.map((one, index) => (String(index) === key ? replaced : one))
    : { ...value, [key]: replaced }
}

function serializeBody(value: unknown, random: Random): string {
  const text = JSON.stringify(value) ?? 'null'
  return random.next() < 0.1 ? text.slice(0, random.below(text.length)) : text
}

/** Sends the request; any answer is acceptable. Returns its status, or 0 if none came in time. */
export async function sendRequest(
  { api, hostile }: { readonly api: string; readonly hostile: string },
  { method, path, body }: HostileRequest,
): Promise<number> {
  try {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { authorization: hostile, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(10_000),
    })
    // A stream of changes has no end.
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}
