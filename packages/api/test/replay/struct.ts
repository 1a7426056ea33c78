import { isDeepStrictEqual } from 'node:util'

/** Reads one value of an answer, or throws. Sets are sorted, so that their order does not matter in comparisons. */
export type Kind<T> = (value: unknown, at: string) => T

export type Kinds = Readonly<Record<string, Kind<unknown>>>

/** The object that a client keeps from an answer: all the fields that it knows, and no others. */
export type Struct<K extends Kinds> = { readonly [name in keyof K]: ReturnType<K[name]> }

export type Json = Readonly<Record<string, unknown>>

/** Reads an object field by field. Missing fields are an error; fields that the client does not know are dropped. */
export function decode<K extends Kinds>(kinds: K, value: unknown, at = ''): Struct<K> {
  const given = json(value, at)
  const missing = Object.keys(kinds).filter((name) => !(name in given))
  if (missing.length > 0) throw new Error(`${at} has no ${missing.join(', ')}`)
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, kind(given[name], `${at}.${name}`)]),
  ) as Struct<K>
}

/** Lists where an object differs from the wanted one. Only settings may have additional keys. */
export function differences(kinds: Kinds, wanted: Json, found: Json): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const kind = kinds[name]
    if (!kind) return []
    const expected = kind(value, name)
    if (kind !== settings) return unlike(name, expected, found[name])
    const all = json(found[name], name)
    return Object.entries(json(expected, name)).flatMap(([key, each]) => unlike(`${name}.${key}`, each, all[key]))
  })
}

const unlike = (name: string, expected: unknown, found: unknown): string[] =>
  isDeepStrictEqual(expected, found) ? [] : [`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`]

export const integer: Kind<number> = (value, at) =>
  Number.isSafeInteger(value) ? (value as number) : wrong('an integer', value, at)

export const text: Kind<string> = (value, at) => (typeof value === 'string' ? value : wrong('a text', value, at))

export const flag: Kind<boolean> = (value, at) => (typeof value === 'boolean' ? value : wrong('a flag', value, at))

/** RFC 3339 in UTC, kept as a string. */
export const time: Kind<string> = (value, at) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(String(value)) ? text(value, at) : wrong('a time', value, at)

export const json: Kind<Json> = (value, at) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : wrong('an object', value, at)

export const minuteOfWeek: Kind<Json> = (value, at) =>
  decode({ day_of_week: integer, hour: integer, minute: integer }, value, at)

export const orNull =
  <T>(kind: Kind<T>): Kind<T | null> =>
  (value, at) =>
    value === null ? null : kind(value, at)

export const list =
  <T>(kind: Kind<T>): Kind<readonly T[]> =>
  (value, at) =>
    Array.isArray(value) ? value.map((each, index) => kind(each, `${at}.${index}`)) : wrong('a list', value, at)

export const set =
  <T extends string | number>(kind: Kind<T>): Kind<readonly T[]> =>
  (value, at) => {
    const items = [...list(kind)(value, at)]
    return new Set(items).size === items.length ? items.sort(ascending) : wrong('a set', value, at)
  }

/** Sensor ids by category. */
export const sensorsByCategory: Kind<Readonly<Record<string, readonly number[]>>> = (value, at) =>
  Object.fromEntries(
    Object.entries(json(value, at)).map(([category, ids]) => [category, set(integer)(ids, `${at}.${category}`)]),
  )

/** Extended settings: integers, flags, texts and nulls. Clients of this interface accept nothing else. */
export const settings: Kind<Readonly<Record<string, number | boolean | string | null>>> = (value, at) =>
  Object.fromEntries(Object.entries(json(value, at)).map(([key, each]) => [key, setting(each, `${at}.${key}`)]))

const setting: Kind<number | boolean | string | null> = (value, at) => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return integer(value, at)
}

const ascending = (one: string | number, other: string | number): number => (one < other ? -1 : one > other ? 1 : 0)

function wrong(what: string, value: unknown, at: string): never {
  throw new Error(`${at}: ${JSON.stringify(value)} is not ${what}`)
}
