import type { Row, Type } from './tables/table.ts'

/** A value for one field, and whether the API accepts it. */
export interface Probe {
  readonly value: unknown
  readonly passes: boolean
}

const passes = (...values: unknown[]): Probe[] => values.map((value) => ({ value, passes: true }))
const fails = (...values: unknown[]): Probe[] => values.map((value) => ({ value, passes: false }))

/** Values at each bound of a row, values beyond it, and values of every wrong type. */
export function probes(row: Row): Probe[] {
  const [, type] = row
  if (type === 'not shown') return []
  const [kind = '', none] = type.split('|')
  const ofNull = none === 'null' ? passes(null) : fails(null)
  return [...ofNull, ...fails(...wrongTypes(type)), ...byKind(kind, row)]
}

/** A valid value, for requests that test another field. */
export function fitting(row: Row): unknown {
  if (row[2]?.such !== undefined) return row[2].such
  return probes(row).find(({ value, passes: fits }) => fits && value !== null)?.value
}

function byKind(kind: string, row: Row): Probe[] {
  if (kind === 'integer') return integerProbes(row)
  if (kind === 'string') return stringProbes(row)
  if (kind === 'boolean') return passes(true, false)
  if (kind === 'array of string') return arrayProbes(row)
  if (kind === 'array of id') return idProbes(row)
  return kind === 'dateTime' ? [...passes('2026-01-31T10:00:00Z'), ...fails('31 January', '2026-13-01T00:00:00Z')] : []
}

function integerProbes([, , { min, max, ours = {} } = {}]: Row): Probe[] {
  const least = min ?? (ours['minimum'] as number | undefined) ?? 0
  return [
    ...passes(least),
    ...fails(least + 0.5),
    ...(min === undefined ? [] : fails(min - 1)),
    ...(max === undefined ? passes(2_147_483_647) : [...passes(max), ...fails(max + 1)]),
  ]
}

function stringProbes([, , constraints = {}]: Row): Probe[] {
  const { key, accepts = [], refuses = [], oneOf, sized = (length) => 'a'.repeat(length) } = constraints
  if (oneOf) return [...passes(...oneOf), ...fails('another', '')]
  const { min, max } = key ? { min: 1, max: 256 } : constraints
  return [
    ...passes(...accepts, ...(key ? ['pl', 'europe_warsaw', 'A_9'] : [])),
    ...fails(...refuses, ...(key ? ['a b', 'a-b', 'a.b'] : [])),
    ...(min === undefined ? [] : [...passes(sized(min)), ...fails(...(min > 0 ? [sized(min - 1)] : []))]),
    ...(max === undefined ? passes(sized(20)) : [...passes(sized(max)), ...fails(sized(max + 1))]),
  ]
}

function arrayProbes([, , { unique, key } = {}]: Row): Probe[] {
  return [
    ...passes([], ['a'], ['a', 'b']),
    ...fails([1], [null]),
    ...(unique ? fails(['a', 'a']) : []),
    ...(key ? fails(['a b'], [''], ['a'.repeat(257)]) : []),
  ]
}

function idProbes([, , { unique } = {}]: Row): Probe[] {
  return [...passes([], [1], [1, 2]), ...fails([0], [1.5], ['1'], [null]), ...(unique ? fails([1, 1]) : [])]
}

function wrongTypes(type: Type): unknown[] {
  const samples: Readonly<Record<string, unknown>> = {
    integer: 1,
    string: 'a',
    boolean: true,
    object: {},
    array: [],
  }
  const own = type.startsWith('array') ? 'array' : type === 'dateTime' ? 'string' : type.split('|')[0]
  return Object.entries(samples)
    .filter(([name]) => name !== own)
    .map(([, value]) => value)
}
