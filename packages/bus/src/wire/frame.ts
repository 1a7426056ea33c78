/** Thrown when a message cannot be read. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** The version of all messages. A reader rejects other versions and ignores unknown fields. */
export const wireVersion = 1

const decoder = new TextDecoder('utf-8', { fatal: true })

export function writeFrame(message: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ ...message, v: wireVersion }))
}

/** Parses a message and checks its size and version; the fields are not checked. */
export function parseFrame(bytes: Uint8Array, maximum: number): Readonly<Record<string, unknown>> {
  if (bytes.length > maximum) throw new WireError('too large')
  let parsed: unknown
  try {
    parsed = JSON.parse(decoder.decode(bytes))
  } catch {
    throw new WireError('not JSON')
  }
  const object = readObject(parsed, 'message')
  if (object['v'] !== wireVersion) throw new WireError('unknown version')
  return object
}

export const readFrame = (bytes: Uint8Array, maximum: number): WireFields => readFields(parseFrame(bytes, maximum))

/** The allowed values of an integer, both ends included. Without `min`, it is 0. */
export interface NumberRange {
  readonly min?: number
  readonly max?: number
}

/** Reads the fields of an object by type. Throws a WireError with the name of a field that is missing or invalid. */
export interface WireFields {
  integer(name: string, range?: NumberRange): number
  boolean(name: string): boolean
  text(name: string, maximum: number): string
  list<T>(name: string, maximum: number, item: (value: unknown, name: string) => T): readonly T[]
  object(name: string): WireFields
  /** Returns null if the field is null. A missing field is not null: `read` decides about it. */
  nullable<T>(name: string, read: (name: string) => T): T | null
  /** Reads a text that must be one of the choices. */
  choice<T extends string>(name: string, choices: readonly T[]): T
  /** Returns the value without checking it; undefined if the field is missing. */
  raw(name: string): unknown
}

export function readFields(object: Readonly<Record<string, unknown>>): WireFields {
  const fields: WireFields = {
    integer: (name, range) => readInteger(object[name], name, range),
    boolean: (name) => {
      const value = object[name]
      return typeof value === 'boolean' ? value : throwWireError(name)
    },
    text: (name, maximum) => readText(object[name], name, maximum),
    list: (name, maximum, item) => {
      const value = object[name]
      return Array.isArray(value) && value.length <= maximum
        ? value.map((one, index) => item(one, `${name}[${index}]`))
        : throwWireError(name)
    },
    object: (name) => readFields(readObject(object[name], name)),
    nullable: (name, read) => (object[name] === null ? null : read(name)),
    choice: (name, choices) => choices.find((one) => one === object[name]) ?? throwWireError(name),
    raw: (name) => object[name],
  }
  return fields
}

export function readInteger(value: unknown, name: string, range: NumberRange = {}): number {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = range
  const fits = typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
  // The addition turns -0, which JSON can express, into 0.
  return fits ? value + 0 : throwWireError(name)
}

export function readText(value: unknown, name: string, maximum: number): string {
  // PostgreSQL stores neither NUL nor an unpaired surrogate.
  const fits = typeof value === 'string' && value.length <= maximum && !value.includes('\0') && value.isWellFormed()
  return fits ? value : throwWireError(name)
}

export function readObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const fits = typeof value === 'object' && value !== null && !Array.isArray(value)
  return fits ? (value as Readonly<Record<string, unknown>>) : throwWireError(name)
}

export function throwWireError(name: string): never {
  throw new WireError(`invalid ${name}`)
}
