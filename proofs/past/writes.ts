import { readFile } from 'node:fs/promises'
import { changesData, type Operation } from '@wachta/resource'
import { createExample } from '../fuzz/examples.ts'
import type { Random } from '../fuzz/random.ts'
import { createValue, type Schema } from '../fuzz/values.ts'
import { type CallerName, findItemResource, type World } from '../fuzz/world.ts'

/** One writing call, as data. */
export interface Write {
  readonly operation: string
  /** The group of operations that it belongs to in the published document. */
  readonly family: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly as: CallerName
}

interface PublishedOperation {
  readonly operationId: string
}

/** Returns all writing operations of the published document; fails if the server has one that is not in it. */
export async function loadWritingOperations(served: readonly Operation[]): Promise<Operation[]> {
  const text = await readFile(new URL('../../api/openapi.json', import.meta.url), 'utf8')
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, PublishedOperation>> }
  const published = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId }]) => (operationId ? [{ method, operationId }] : [])),
  )
  const byId = new Map(served.map((operation) => [operation.id, operation]))
  const missing = published.filter(({ method, operationId }) => method !== 'get' && !byId.has(operationId))
  if (missing.length > 0) throw new Error(`published but not served: ${JSON.stringify(missing)}`)
  const ids = new Set(published.map(({ operationId }) => operationId))
  const hidden = served.filter((operation) => changesData(operation) && !ids.has(operation.id))
  if (hidden.length > 0) throw new Error(`served but not published: ${hidden.map(({ id }) => id).join(', ')}`)
  return served.filter(changesData)
}

/** Makes a call of the operation with a body generated from its schema, on existing rows. */
export function makeWrite(operation: Operation, random: Random, world: World): Write {
  const link = Object.hasOwn(world.links, operation.id) && random.chance(0.5) ? world.links[operation.id] : undefined
  const path = link?.path ?? makePath(operation, random, world)
  const body = operation.body && makeBody(operation, random, world)
  return {
    operation: operation.id,
    family: operation.tag,
    method: operation.method,
    path: link && link.query.length > 0 ? `${path}?${link.query.join('&')}` : path,
    ...(body !== undefined && { body }),
    as: chooseCaller(operation, random),
  }
}

function chooseCaller({ access }: Operation, random: Random): CallerName {
  if (access === 'administrator') return 'administrator'
  if (access === 'public') return random.pick(['anonymous', 'owner'])
  return random.pick(['owner', 'owner', 'owner', 'administrator'])
}

function makeBody(operation: Operation, random: Random, world: World): unknown {
  const valid = createValue(operation.body?.schema as Schema, '', random, world)
  const example = createExample(operation, random, world)
  if (example === undefined) return valid
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return random.pickWeighted<() => unknown>([
    [6, () => example],
    [2, () => valid],
    [isObject(example) && isObject(valid) ? 2 : 0, () => ({ ...(valid as object), ...(example as object) })],
  ])()
}

function makePath(operation: Operation, random: Random, world: World): string {
  const item = findItemResource(operation, world.registry)
  const keys = random.pick(world.tuples.get(item?.name ?? '') ?? [[]])
  let index = 0
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const key = keys[index++] ?? pickKey(name, operation, random, world)
    return encodeURIComponent(String(key))
  })
}

function pickKey(name: string, { on }: Operation, random: Random, world: World): string | number {
  if (name === '_key') return random.pick(['theme', 'a.b', 'x-1'])
  const known = world.known[name]
  if (known && name !== '_id') return random.pick(known) as string | number
  const resource = name === '_id' ? (on?.resource ?? 'account') : name.replace(/^_(.*)_id$/, '$1')
  const own = world.own.get(resource) ?? []
  const all = world.keys.get(resource) ?? []
  return random.pick(own.length > 0 && random.chance(0.8) ? own : all.length > 0 ? all : [0])
}
