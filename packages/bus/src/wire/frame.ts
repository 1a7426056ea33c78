/** A message that cannot be read. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** What this side writes. A reader refuses other versions; fields that it does not know it ignores. */
export const wireVersion = 1

const text = new TextDecoder('utf-8', { fatal: true })

export function writeFrame(message: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ ...message, v: wireVersion }))
}

/** The object that the bytes hold, of this version. */
export function parseFrame(bytes: Uint8Array, maximum: number): Readonly<Record<string, unknown>> {
  if (bytes.length > maximum) throw new WireError('too large')
  let read: unknown
  try {
    read = JSON.parse(text.decode(bytes))
  } catch {
    throw new WireError('not JSON')
  }
  const object = readObject(read, 'message')
  if (object['v'] !== wireVersion) throw new WireError('unknown version')
  return object
}

export const readFrame = (bytes: Uint8Array, maximum: number): WireFields => readFields(parseFrame(bytes, maximum))

export interface NumberRange {
  readonly least?: number
  readonly most?: number
}

/** The fields of an object, each read as what it must be. Whatever is not that is a WireError that names the field. */
export interface WireFields {
  integer(name: string, range?: NumberRange): number
  boolean(name: string): boolean
  text(name: string, maximum: number): string
  list<T>(name: string, maximum: number, item: (value: unknown, name: string) => T): readonly T[]
  object(name: string): WireFields
  /** Null where the field is null; a field that is not there is none. */
  nullable<T>(name: string, read: (name: string) => T): T | null
  /** The value of one name out of a closed list. */
  choice<T extends string>(name: string, choices: readonly T[]): T
  raw(name: string): unknown
}

export function readFields(object: Readonly<Record<string, unknown>>): WireFields {
  const fields: WireFields = {
    integer: (name, range) => readInteger(object[name], name, range),
    boolean: (name) => {
      const value = object[name]
      return typeof value === 'boolean' ? value : fail(name)
    },
    text: (name, maximum) => readText(object[name], name, maximum),
    list: (name, maximum, item) => {
      const value = object[name]
      return Array.isArray(value) && value.length <= maximum
        ? value.map((one, index) => item(one, `${name}[${index}]`))
        : fail(name)
    },
    object: (name) => readFields(readObject(object[name], name)),
    nullable: (name, read) => (object[name] === null ? null : read(name)),
    choice: (name, choices) => choices.find((one) => one === object[name]) ?? fail(name),
    raw: (name) => object[name],
  }
  return fields
}

export function readInteger(value: unknown, name: string, range: NumberRange = {}): number {
  const { least = 0, most = Number.MAX_SAFE_INTEGER } = range
  const fits = typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
  // JSON knows a zero below zero.
  return fits ? value + 0 : fail(name)
}

export function readText(value: unknown, name: string, maximum: number): string {
  // PostgreSQL holds neither NUL nor half a character.
  const fits = typeof value === 'string' && value.length <= maximum && !value.includes('\0') && value.isWellFormed()
  return fits ? value : fail(name)
}

export function readObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const fits = typeof value === 'object' && value !== null && !Array.isArray(value)
  return fits ? (value as Readonly<Record<string, unknown>>) : fail(name)
}

export function fail(name: string): never {
  throw new WireError(`no ${name}`)
}
