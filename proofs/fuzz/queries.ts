import type { AnyResource, Operation } from '@wachta/resource'
import type { Random } from './random.ts'
import { createSearchRequest } from './searches.ts'
import { pickOddText } from './strings.ts'
import { createBrokenValue, createValue, pickStrangeValue, type Schema } from './values.ts'
import { findSearchedResource, type World } from './world.ts'

/** Returns the query string of a request, as encoded pairs. */
export function createQueryPairs(operation: Operation, random: Random, world: World): string[] {
  const { method, query = [] } = operation
  if (method !== 'GET') return random.chance(0.04) ? [pickStrayPair(random)] : []
  const resource = findSearchedResource(operation, world.registry)
  const isList = query.some(({ name }) => name === 'sort')
  const pairs = resource
    ? createSearchPairs(resource, isList, random, world)
    : createDeclaredPairs(operation, random, world)
  if (random.chance(0.6)) return pairs
  const odd = resource
    ? [() => pickStrayPair(random), () => pickOddSearchPair(resource, random)]
    : [() => pickStrayPair(random)]
  const repeated = pairs.length > 0 && random.chance(0.2) ? [random.pick(pairs)] : []
  return [...pairs, ...repeated, ...(random.chance(0.7) ? [random.pick(odd)()] : [])]
}

function createDeclaredPairs({ query = [] }: Operation, random: Random, world: World): string[] {
  return query
    .filter(({ required }) => random.chance(required ? 0.95 : 0.4))
    .map(({ name, schema }) => {
      const parameterSchema = schema as Schema
      return formatPair(
        name,
        random.chance(0.75)
          ? createValue(parameterSchema, name, random, world)
          : createBrokenValue(parameterSchema, random),
      )
    })
}

/** The same search as in a body, in the syntax of lists; for one row only fields and embed make sense. */
function createSearchPairs(resource: AnyResource, isList: boolean, random: Random, world: World): string[] {
  const { filters = {}, sort, ...rest } = createSearchRequest(resource, random, world)
  const { fields, embed, ...listParameters } = rest
  const shared = Object.entries({ ...(fields !== undefined && { fields }), ...(embed !== undefined && { embed }) })
  const listed = shared
    .filter(([, names]) => (names as string[]).length > 0)
    .map(([name, names]) => formatPair(name, (names as string[]).join(',')))
  if (!isList) return listed
  const sorted = (sort ?? []) as { field: string; order?: string }[]
  const order = sorted
    .map(({ field, order: direction }) => (direction === 'descending' ? `-${field}` : field))
    .join(',')
  return [
    ...listed,
    ...Object.entries(listParameters).map(([name, value]) => formatPair(name, value)),
    ...(order === '' ? [] : [formatPair('sort', order)]),
    ...Object.entries(filters as Record<string, unknown[]>).flatMap(([name, elements]) =>
      elements.map((element) => formatPair(`filter.${name}`, formatFilter(element, random))),
    ),
  ]
}

function formatFilter(element: unknown, random: Random): string {
  if (typeof element !== 'object' || element === null) return random.chance(0.5) ? `equals:${element}` : String(element)
  const { type, argument } = element as { type: string; argument: unknown }
  return `${type}:${Array.isArray(argument) ? argument.join(',') : typeof argument === 'object' ? JSON.stringify(argument) : argument}`
}

function pickOddSearchPair(resource: AnyResource, random: Random): string {
  const field = random.pick(Object.keys(resource.fields))
  return random.pick([
    () =>
      formatPair(
        'limit',
        random.pick(['-1', '1001', '1.5', '1e2', '0x1', '', ' 1', '99999999999999999999', 'ten', '١']),
      ),
    () =>
      formatPair(
        'offset',
        random.pick(['-1', '1.5', '9007199254740993', '9007199254740991', '999999999999999', '', 'x']),
      ),
    () =>
      formatPair(
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
    () =>
      formatPair(
        'fields',
        random.pick(['', ',', 'id,id', 'nope', '*', 'password_hash', 'constructor', `${field},nope`]),
      ),
    () =>
      formatPair(
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
      formatPair(
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
          pickOddText(random).slice(0, 3000),
        ]),
      ),
    () =>
      formatPair(
        `filter.${random.pick(['', 'nope', '__proto__', 'constructor', 'permissions', 'permissions.nope', 'a.b.c', '.', 'password_hash', 'owner.name'])}`,
        'x',
      ),
    () => formatPair(random.pick(['filters', 'filter', 'Limit', 'order', 'page']), random.pick(['x', '{}', '[]'])),
  ])()
}

/** Returns an unknown or unreadable parameter. */
const pickStrayPair = (random: Random): string =>
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
      formatPair(
        random.pick(['__proto__', 'constructor', 'toString', 'x', 'token', 'account_id']),
        random.pick(['1', '', 'x']),
      ),
    () => formatPair(pickOddText(random).slice(0, 300), 'x'),
    () => formatPair('x', pickStrangeValue(random)),
  ])()

const formatPair = (name: string, value: unknown): string =>
  `${encode(name)}=${encode(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`

/** An unpaired surrogate cannot be encoded; its bytes can. */
const encode = (text: string): string => (text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80')
