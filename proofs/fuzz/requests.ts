import type { Operation } from '@wachta/resource'
import { requestBody } from './bodies.ts'
import { requestHeaders } from './headers.ts'
import { brokenHttp } from './http.ts'
import { queryPairs } from './queries.ts'
import { type Random, randomAt } from './random.ts'
import { naughty, unusual } from './strings.ts'
import { type CallerName, type FuzzRequest, itemResource, type World } from './world.ts'

/**
 * Returns a function that makes the request with a number: the same one whenever seed, number and world are the same.
 */
export function requestMaker(world: World, seed: number): (index: number) => FuzzRequest {
  const wheel = world.operations.flatMap((operation) => Array<Operation>(weight(operation)).fill(operation))
  return (index) => {
    const random = randomAt(seed, index)
    return makeRequest(wheel[index % wheel.length] as Operation, random, world)
  }
}

/** Operations with a body or a search are drawn more often, because they have more inputs. */
const weight = ({ body, query = [], tag }: Operation): number =>
  tag === 'dictionaries' ? 1 : body ? 6 : query.length > 2 ? 4 : 2

function makeRequest(operation: Operation, random: Random, world: World): FuzzRequest {
  const caller = callerFor(operation, random)
  const body = requestBody(operation, random, world)
  const link = Object.hasOwn(world.links, operation.id) && random.chance(0.5) ? world.links[operation.id] : undefined
  const request: FuzzRequest = {
    operation,
    method: random.chance(0.01) ? random.pick(['PATCH', 'OPTIONS', 'TRACE']) : operation.method,
    caller,
    path: `/v3${link?.path ?? requestPath(operation, random, world)}`,
    query: link?.query ?? queryPairs(operation, random, world),
    headers: requestHeaders(caller, body !== undefined, operation, random, world),
    ...(body !== undefined && { body }),
  }
  if (random.chance(0.004))
    return { ...request, method: operation.method, wire: true, bytes: brokenHttp(request, random) }
  return random.chance(0.03) ? { ...request, wire: true } : request
}

const callerFor = ({ access }: Operation, random: Random): CallerName =>
  random.weighted<CallerName>(
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
function requestPath(operation: Operation, random: Random, world: World): string {
  const item = itemResource(operation, world.registry)
  const whole = random.pick(world.tuples.get(item?.name ?? '') ?? [[]])
  let place = 0
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const key = whole[place++]
    return key !== undefined && random.chance(0.75) ? String(key) : pathKey(name, operation, random, world)
  })
}

function pathKey(name: string, { on }: Operation, random: Random, world: World): string {
  if (name === '_key')
    return encodeURIComponent(
      random.chance(0.8)
        ? random.pick(['theme', 'theme', 'a.b', 'x-1', '_', '..', '__proto__', 'constructor'])
        : wellFormed(random),
    )
  const meant = world.known[on ? name : `account${name}`] ?? world.known[name]
  const further = name === '_id' ? undefined : world.keys.get(name.replace(/^_(.*)_id$/, '$1'))
  const known = further ?? world.keys.get(on?.resource ?? 'account') ?? []
  const alias = on ? world.registry.get(on.resource).alias?.[0] : undefined
  return random.weighted<() => string>([
    [known.length === 0 ? 0 : meant ? 3 : 14, () => String(random.pick(known))],
    [meant ? 14 : 0, () => String(random.pick(meant ?? []))],
    [alias ? 3 : 0, () => String(alias)],
    [4, () => random.pick(oddKeys)],
    [1, () => encodeURIComponent(wellFormed(random))],
  ])()
}

const wellFormed = (random: Random): string => random.pick(random.chance(0.8) ? naughty : unusual) || 'x'

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
