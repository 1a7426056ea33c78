import { type AnyResource, buildResourceSchemas, type Registry, searchNames } from '@wachta/resource'
import type { Random } from './random.ts'
import { naughty, oddText, unusual } from './strings.ts'
import { type Schema, strangeValue } from './values.ts'
import type { World } from './world.ts'

export interface SearchedName {
  readonly kind: string
  readonly types: readonly string[]
}

const remembered = new WeakMap<AnyResource, Schema>()

/** The published schema of a search. */
export function searchSchema(resource: AnyResource, registry: Registry): Schema {
  const schema = remembered.get(resource) ?? (buildResourceSchemas(resource, registry).search.schema as Schema)
  remembered.set(resource, schema)
  return schema
}

/** Returns the type and the filters of a name. */
export function searchedName(name: string, resource: AnyResource, registry: Registry): SearchedName | undefined {
  const filters = searchSchema(resource, registry).properties?.['filters']?.properties ?? {}
  if (!Object.hasOwn(filters, name)) return undefined
  const types = filters[name]?.items?.properties?.['type']?.enum as string[]
  const [head = '', tail] = name.split('.')
  if (tail === undefined) return { kind: resource.fields[head].kind, types }
  if (head === 'permissions') return { kind: 'flag', types }
  return { kind: registry.get(resource.relations?.[head]?.target ?? '').fields[tail].kind, types }
}

/** Returns a search that the schema allows, mostly with arguments of the right kind. */
export function searchRequest(resource: AnyResource, random: Random, world: World): Record<string, unknown> {
  const names = searchNames(resource, world.registry)
  const parts: [name: string, share: number, make: () => unknown][] = [
    ['fields', 0.3, () => random.some(names.fields, 6)],
    ['embed', 0.35, () => random.some(names.embeds, random.pick([1, 3, 12]))],
    ['filters', 0.7, () => filters(names.filters, resource, random, world)],
    ['query', 0.25, () => query(random)],
    ['sort', 0.4, () => sorts(names.sorts, random)],
    ['limit', 0.4, () => random.pick([0, 1, 2, 10, 999, 1000, random.below(1000)])],
    ['offset', 0.25, () => random.pick([0, 1, 5, 1000, 2 ** 31, 2 ** 53 - 1, random.below(100)])],
  ]
  return Object.fromEntries(parts.filter(([, share]) => random.chance(share)).map(([name, , make]) => [name, make()]))
}

function filters(names: readonly string[], resource: AnyResource, random: Random, world: World): object {
  const chosen = random.chance(0.02) ? names : random.some(names, 3)
  return Object.fromEntries(
    chosen.map((name) => {
      const count = random.weighted([
        [20, 1],
        [5, 2],
        [1, 0],
        [0.3, 32],
      ])
      const searched = searchedName(name, resource, world.registry) ?? { kind: 'text', types: ['equals'] }
      return [name, Array.from({ length: count }, () => filter(searched, resource, random, world))]
    }),
  )
}

function filter({ kind, types }: SearchedName, resource: AnyResource, random: Random, world: World): unknown {
  const type = random.pick(types)
  // Every filter also gets arguments that are made for another.
  if (random.chance(0.08)) return { type, argument: strangeValue(random) }
  const argument = filterArgument(kind, type, resource, random, world)
  return type === 'equals' && random.chance(0.4) ? argument : { type, argument }
}

function filterArgument(kind: string, type: string, resource: AnyResource, random: Random, world: World): unknown {
  if (type === 'is_null') return random.chance(0.5)
  const one = () => scalar(kind, resource, random, world)
  if (type !== 'one_of') return one()
  return Array.from(
    {
      length: random.weighted([
        [20, random.below(5)],
        [0.2, 1000],
        [0.1, 1001],
      ]),
    },
    one,
  )
}

function scalar(kind: string, resource: AnyResource, random: Random, { keys }: World): unknown {
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
      return random.chance(0.5) ? random.pick(['a', 'account', 'Łódź', 'lodz', 'en', 'user']) : printable(random)
  }
}

const printable = (random: Random): string => random.pick(random.chance(0.7) ? naughty : unusual)

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

function query(random: Random): string {
  const words = Array.from(
    {
      length: random.weighted([
        [10, random.below(4)],
        [1, 16],
        [0.5, 17],
      ]),
    },
    () => random.pick(['a', 'user', '%', '_', '\\', 'Łódź', 'x']),
  )
  return random.chance(0.3)
    ? printable(random)
    : random.chance(0.05)
      ? oddText(random)
      : words.join(random.pick([' ', '  ', '\u00a0', '\n']))
}

function sorts(names: readonly string[], random: Random): unknown[] {
  const chosen = random.chance(0.03)
    ? Array.from({ length: random.pick([255, 256]) }, () => random.pick(names))
    : random.some(names, 3)
  return chosen.map((field) => ({
    field,
    ...(random.chance(0.6) && { order: random.pick(['ascending', 'descending']) }),
  }))
}
