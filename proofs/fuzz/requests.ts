import type { Operation } from '@wachta/resource'
import { createBody } from './bodies.ts'
import { createHeaders } from './headers.ts'
import { createBrokenHttp } from './http.ts'
import { createQueryPairs } from './queries.ts'
import { type Random, randomAt } from './random.ts'
import { naughty, unusual } from './strings.ts'
import { type CallerName, type FuzzRequest, findItemResource, type World } from './world.ts'

/** Returns a function that makes the nth request. The same seed, number and world always give the same request. */
export function createRequestMaker(world: World, seed: number): (index: number) => FuzzRequest {
  const weightedOperations = world.operations.flatMap((operation) =>
    Array<Operation>(getWeight(operation)).fill(operation),
  )
  return (index) => {
    const random = randomAt(seed, index)
    return makeRequest(weightedOperations[index % weightedOperations.length] as Operation, random, world)
  }
}

/** Operations with a body or a search are drawn more often, because they have more inputs. */
const getWeight = ({ body, query = [], tag }: Operation): number =>
  tag === 'dictionaries' ? 1 : body ? 6 : query.length > 2 ? 4 : 2

function makeRequest(operation: Operation, random: Random, world: World): FuzzRequest {
  const caller = pickCaller(operation, random)
  const body = createBody(operation, random, world)
  const link = Object.hasOwn(world.links, operation.id) && random.chance(0.5) ? world.links[operation.id] : undefined
  const request: FuzzRequest = {
    operation,
    method: random.chance(0.01) ? random.pick(['PATCH', 'OPTIONS', 'TRACE']) : operation.method,
    caller,
    path: `/v3${link?.path ?? createPath(operation, random, world)}`,
    query: link?.query ?? createQueryPairs(operation, random, world),
    headers: createHeaders(caller, body !== undefined, operation, random, world),
    ...(body !== undefined && { body }),
  }
  if (random.chance(0.004))
    return { ...request, method: operation.method, wire: true, bytes: createBrokenHttp(request, random) }
  return random.chance(0.03) ? { ...request, wire: true } : request
}

const pickCaller = ({ access }: Operation, random: Random): CallerName =>
  random.pickWeighted<CallerName>(
    access === 'administrator'
      ? [
          [85, 'administrator'],
          [8, 'owner'],
          [4, 'reader'],
          [3, 'anonymous'],
        ]
      : access === 'customer'
        ? [
            [55, 'owner'],
            [27, 'administrator'],
            [12, 'reader'],
            [6, 'anonymous'],
          ]
        : [
            [50, 'anonymous'],
            [25, 'owner'],
            [15, 'administrator'],
            [10, 'reader'],
          ],
  )

/** Returns the path with a key for each of its parameters; the keys of one row are chosen together. */
function createPath(operation: Operation, random: Random, world: World): string {
  const item = findItemResource(operation, world.registry)
  const rowKeys = random.pick(world.tuples.get(item?.name ?? '') ?? [[]])
  let position = 0
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const key = rowKeys[position++]
    return key !== undefined && random.chance(0.75) ? String(key) : pickPathKey(name, operation, random, world)
  })
}

function pickPathKey(name: string, { on }: Operation, random: Random, world: World): string {
  if (name === '_key')
    return encodeURIComponent(
      random.chance(0.8)
        ? random.pick(['theme', 'theme', 'a.b', 'x-1', '_', '..', '__proto__', 'constructor'])
        : pickWellFormed(random),
    )
  const namedValues = world.known[on ? name : `account${name}`] ?? world.known[name]
  const resourceKeys = name === '_id' ? undefined : world.keys.get(name.replace(/^_(.*)_id$/, '$1'))
  const keys = resourceKeys ?? world.keys.get(on?.resource ?? 'account') ?? []
  const alias = on ? world.registry.get(on.resource).alias?.[0] : undefined
  return random.pickWeighted<() => string>([
    [keys.length === 0 ? 0 : namedValues ? 3 : 14, () => String(random.pick(keys))],
    [namedValues ? 14 : 0, () => String(random.pick(namedValues ?? []))],
    [alias ? 3 : 0, () => String(alias)],
    [4, () => random.pick(oddKeys)],
    [1, () => encodeURIComponent(pickWellFormed(random))],
  ])()
}

const pickWellFormed = (random: Random): string => random.pick(random.chance(0.8) ? naughty : unusual) || 'x'

const oddKeys = [
  '0',
  '-1',
  '1.5',
  '01',
  '1e3',
  '+1',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999',
  'my_account',
  'my_package',
  'my_user_data',
  'search',
  '%00',
  '1%00',
  '%2e%2e',
  '%2e%2e%2faccounts',
  '%2f',
  '%',
  '%zz',
  '%ff',
  '%c3%28',
  '%ed%a0%80',
  '%20',
  '1%20',
  '%F0%9F%98%80',
  '*',
  '{_id}',
  ':_id',
  '__proto__',
  'null',
  'undefined',
  "1'--",
  'a'.repeat(256),
  '1'.repeat(513),
  'x'.repeat(5000),
]
