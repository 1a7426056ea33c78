import type { AnyResource, Operation } from '@wachta/resource'
import type { Random } from './random.ts'
import { searchRequest } from './searches.ts'
import { oddText } from './strings.ts'
import { brokenValue, type Schema, strangeValue, validValue } from './values.ts'
import { searchedResource, type World } from './world.ts'

/** Returns the query string of a request, as encoded pairs. */
export function queryPairs(operation: Operation, random: Random, world: World): string[] {
  const { method, query = [] } = operation
  if (method !== 'GET') return random.chance(0.04) ? [strayPair(random)] : []
  const resource = searchedResource(operation, world.registry)
  const isList = query.some(({ name }) => name === 'sort')
  const pairs = resource ? searchPairs(resource, isList, random, world) : declaredPairs(operation, random, world)
  if (random.chance(0.6)) return pairs
  const odd = resource ? [() => strayPair(random), () => oddSearchPair(resource, random)] : [() => strayPair(random)]
  const repeated = pairs.length > 0 && random.chance(0.2) ? [random.pick(pairs)] : []
  return [...pairs, ...repeated, ...(random.chance(0.7) ? [random.pick(odd)()] : [])]
}

function declaredPairs({ query = [] }: Operation, random: Random, world: World): string[] {
  return query
    .filter(({ required }) => random.chance(required ? 0.95 : 0.4))
    .map(({ name, schema }) => {
      const said = schema as Schema
      return pair(name, random.chance(0.75) ? validValue(said, name, random, world) : brokenValue(said, random))
    })
}

/** The same search as in a body, in the syntax of lists; for one row only fields and embed make sense. */
function searchPairs(resource: AnyResource, isList: boolean, random: Random, world: World): string[] {
  const { filters = {}, sort, ...rest } = searchRequest(resource, random, world)
  const { fields, embed, ...ofLists } = rest
  const shared = Object.entries({ ...(fields !== undefined && { fields }), ...(embed !== undefined && { embed }) })
  const listed = shared
    .filter(([, names]) => (names as string[]).length > 0)
    .map(([name, names]) => pair(name, (names as string[]).join(',')))
  if (!isList) return listed
  const sorted = (sort ?? []) as { field: string; order?: string }[]
  const order = sorted.map(({ field, order: way }) => (way === 'descending' ? `-${field}` : field)).join(',')
  return [
    ...listed,
    ...Object.entries(ofLists).map(([name, value]) => pair(name, value)),
    ...(order === '' ? [] : [pair('sort', order)]),
    ...Object.entries(filters as Record<string, unknown[]>).flatMap(([name, elements]) =>
      elements.map((element) => pair(`filter.${name}`, filterText(element, random))),
    ),
  ]
}

function filterText(element: unknown, random: Random): string {
  if (typeof element !== 'object' || element === null) return random.chance(0.5) ? `equals:${element}` : String(element)
  const { type, argument } = element as { type: string; argument: unknown }
  return `${type}:${Array.isArray(argument) ? argument.join(',') : typeof argument === 'object' ? JSON.stringify(argument) : argument}`
}

function oddSearchPair(resource: AnyResource, random: Random): string {
  const field = random.pick(Object.keys(resource.fields))
  return random.pick([
    () => pair('limit', random.pick(['-1', '1001', '1.5', '1e2', '0x1', '', ' 1', '99999999999999999999', 'ten', '١'])),
    () =>
      pair('offset', random.pick(['-1', '1.5', '9007199254740993', '9007199254740991', '999999999999999', '', 'x'])),
    () =>
      pair(
        'sort',
        random.pick([
          '',
          ',',
          '-',
          '--id',
          'nope',
          `${field},`,
          '-permissions.read',
          'permissions',
          'password_hash',
          '__proto__',
        ]),
      ),
    () => pair('fields', random.pick(['', ',', 'id,id', 'nope', '*', 'password_hash', 'constructor', `${field},nope`])),
    () =>
      pair(
        'embed',
        random.pick([
          '',
          'permissions,permissions',
          'nope',
          'permissions.nope',
          'account.credential',
          'package.x',
          '__proto__',
        ]),
      ),
    () =>
      pair(
        `filter.${field}`,
        random.pick([
          '',
          ':',
          'equals',
          'equals:',
          'one_of:',
          'one_of:,',
          'is_null:',
          'is_null:true',
          'is_null:yes',
          'like:x',
          'contains:',
          'greater_than:x',
          'EQUALS:1',
          '1,2',
          oddText(random).slice(0, 3000),
        ]),
      ),
    () =>
      pair(
        `filter.${random.pick(['', 'nope', '__proto__', 'constructor', 'permissions', 'permissions.nope', 'a.b.c', '.', 'password_hash', 'owner.name'])}`,
        'x',
      ),
    () => pair(random.pick(['filters', 'filter', 'Limit', 'order', 'page']), random.pick(['x', '{}', '[]'])),
  ])()
}

/** Returns an unknown or unreadable parameter. */
const strayPair = (random: Random): string =>
  random.pick([
    () =>
      random.pick([
        '%',
        '%zz',
        'a=%',
        'a=%ff',
        'a=%c3%28',
        'a=%ed%a0%80',
        '%00=1',
        'limit=%00',
        '=',
        '=x',
        '&',
        'a',
        ';',
        'a[]=1',
        'a[b]=1',
        '+=+',
      ]),
    () =>
      pair(
        random.pick(['__proto__', 'constructor', 'toString', 'x', 'token', 'account_id']),
        random.pick(['1', '', 'x']),
      ),
    () => pair(oddText(random).slice(0, 300), 'x'),
    () => pair('x', strangeValue(random)),
  ])()

const pair = (name: string, value: unknown): string =>
  `${encode(name)}=${encode(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`

/** An unpaired surrogate cannot be encoded; its bytes can. */
const encode = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80')
