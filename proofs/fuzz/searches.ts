import { type AnyResource, buildResourceSchemas, getSearchNames, type Registry } from '@wachta/resource'
import type { Random } from './random.ts'
import { naughty, pickOddText, unusual } from './strings.ts'
import { pickStrangeValue, type Schema } from './values.ts'
import type { World } from './world.ts'

export interface SearchedName {
  readonly kind: string
  readonly types: readonly string[]
}

const schemas = new WeakMap<AnyResource, Schema>()

/** The published schema of a search. */
export function getSearchSchema(resource: AnyResource, registry: Registry): Schema {
  const schema = schemas.get(resource) ?? (buildResourceSchemas(resource, registry).search.schema as Schema)
  schemas.set(resource, schema)
  return schema
}

/** Returns the kind of value that a name stands for, and the filter types that it accepts. */
export function findSearchedName(name: string, resource: AnyResource, registry: Registry): SearchedName | undefined {
  const filters = getSearchSchema(resource, registry).properties?.['filters']?.properties ?? {}
  if (!Object.hasOwn(filters, name)) return undefined
  const types = filters[name]?.items?.properties?.['type']?.enum as string[]
  const [head = '', tail] = name.split('.')
  if (tail === undefined) return { kind: resource.fields[head].kind, types }
  if (head === 'permissions') return { kind: 'flag', types }
  return { kind: registry.get(resource.relations?.[head]?.target ?? '').fields[tail].kind, types }
}

/** Returns a search that the schema allows, mostly with arguments of the right kind. */
export function createSearchRequest(resource: AnyResource, random: Random, world: World): Record<string, unknown> {
  const names = getSearchNames(resource, world.registry)
  const parts: [name: string, share: number, make: () => unknown][] = [
    ['fields', 0.3, () => random.pickSome(names.fields, 6)],
    ['embed', 0.35, () => random.pickSome(names.embeds, random.pick([1, 3, 12]))],
    ['filters', 0.7, () => createFilters(names.filters, resource, random, world)],
    ['query', 0.25, () => createQuery(random)],
    ['sort', 0.4, () => createSorts(names.sorts, random)],
    ['limit', 0.4, () => random.pick([0, 1, 2, 10, 999, 1000, random.below(1000)])],
    ['offset', 0.25, () => random.pick([0, 1, 5, 1000, 2 ** 31, 2 ** 53 - 1, random.below(100)])],
  ]
  return Object.fromEntries(parts.filter(([, share]) => random.chance(share)).map(([name, , make]) => [name, make()]))
}

function createFilters(names: readonly string[], resource: AnyResource, random: Random, world: World): object {
  const chosen = random.chance(0.02) ? names : random.pickSome(names, 3)
  return Object.fromEntries(
    chosen.map((name) => {
      const count = random.pickWeighted([
        [20, 1],
        [5, 2],
        [1, 0],
        [0.3, 32],
      ])
      const searched = findSearchedName(name, resource, world.registry) ?? { kind: 'text', types: ['equals'] }
      return [name, Array.from({ length: count }, () => createFilter(searched, resource, random, world))]
    }),
  )
}

function createFilter({ kind, types }: SearchedName, resource: AnyResource, random: Random, world: World): unknown {
  const type = random.pick(types)
  // Sometimes the argument does not fit the filter.
  if (random.chance(0.08)) return { type, argument: pickStrangeValue(random) }
  const argument = createArgument(kind, type, resource, random, world)
  return type === 'equals' && random.chance(0.4) ? argument : { type, argument }
}

function createArgument(kind: string, type: string, resource: AnyResource, random: Random, world: World): unknown {
  if (type === 'is_null') return random.chance(0.5)
  const createScalar = () => pickScalar(kind, resource, random, world)
  if (type !== 'one_of') return createScalar()
  return Array.from(
    {
      length: random.pickWeighted([
        [20, random.below(5)],
        [0.2, 1000],
        [0.1, 1001],
      ]),
    },
    createScalar,
  )
}

function pickScalar(kind: string, resource: AnyResource, random: Random, { keys }: World): unknown {
  switch (kind) {
    case 'flag':
      return random.chance(0.5)
    case 'id':
    case 'number':
      return random.pick([
        0,
        1,
        -1,
        60,
        2 ** 31,
        2 ** 53 - 1,
        -(2 ** 53) + 1,
        ...(keys.get(resource.name) ?? []).filter(Number.isInteger),
      ])
    case 'decimal':
      return random.pick([0, 52.25, -90, 180, 0.1, 1e300, -5e-324, 2 ** 53, random.below(1000) / 7])
    case 'time':
      return random.pick(instants)
    default:
      return random.chance(0.5) ? random.pick(['a', 'account', 'Łódź', 'lodz', 'en', 'user']) : pickPrintable(random)
  }
}

const pickPrintable = (random: Random): string => random.pick(random.chance(0.7) ? naughty : unusual)

const instants = [
  '2026-01-01T00:00:00Z',
  '2026-01-01t00:00:00z',
  '2026-06-01T12:30:00.5+02:00',
  '0001-01-02T00:00:00Z',
  '0001-01-03T00:00:00+23:59',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '2024-02-29T23:59:59.123456-00:00',
]

function createQuery(random: Random): string {
  const words = Array.from(
    {
      length: random.pickWeighted([
        [10, random.below(4)],
        [1, 16],
        [0.5, 17],
      ]),
    },
    () => random.pick(['a', 'user', '%', '_', '\\', 'Łódź', 'x']),
  )
  return random.chance(0.3)
    ? pickPrintable(random)
    : random.chance(0.05)
      ? pickOddText(random)
      : words.join(random.pick([' ', '  ', '\u00a0', '\n']))
}

function createSorts(names: readonly string[], random: Random): unknown[] {
  const chosen = random.chance(0.03)
    ? Array.from({ length: random.pick([255, 256]) }, () => random.pick(names))
    : random.pickSome(names, 3)
  return chosen.map((field) => ({
    field,
    ...(random.chance(0.6) && { order: random.pick(['ascending', 'descending']) }),
  }))
}
