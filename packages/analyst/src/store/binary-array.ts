/**
 * Arrays in the binary format of PostgreSQL: the driver passes buffers on unchanged, and the server need not parse
 * text. A statement has to name the type of such a parameter.
 */

/** A type whose values all have the same number of bytes. */
interface FixedType {
  readonly oid: number
  readonly width: number
}

const types = {
  bool: { oid: 16, width: 1 },
  int8: { oid: 20, width: 8 },
  int2: { oid: 21, width: 2 },
  int4: { oid: 23, width: 4 },
  timestamptz: { oid: 1184, width: 8 },
} as const
const byteaOid = 17

/** 2000-01-01, from which PostgreSQL counts microseconds. */
const postgresEpochMs = 946_684_800_000
const headerBytes = 20

export const encodeInt8s = <T>(items: readonly T[], getValue: (item: T) => number): Buffer =>
  encodeFixed(types.int8, items, (bytes, at, item) => writeInt64(bytes, at, getValue(item)))

/** Times in milliseconds since 1970. */
export const encodeTimestamps = <T>(items: readonly T[], getValue: (item: T) => number): Buffer =>
  encodeFixed(types.timestamptz, items, (bytes, at, item) => writeTimestamp(bytes, at, getValue(item)))

/** Like `encodeTimestamps`, but values may be null. */
export function encodeNullableTimestamps<T>(items: readonly T[], getValue: (item: T) => number | null): Buffer {
  return encodeNullable(types.timestamptz, items, (bytes, at, item) => {
    const time = getValue(item)
    if (time !== null) writeTimestamp(bytes, at, time)
    return time !== null
  })
}

export function encodeNullableInt8s<T>(items: readonly T[], getValue: (item: T) => number | null): Buffer {
  return encodeNullable(types.int8, items, (bytes, at, item) => {
    const figure = getValue(item)
    if (figure !== null) writeInt64(bytes, at, figure)
    return figure !== null
  })
}

export function encodeNullableInt4s<T>(items: readonly T[], getValue: (item: T) => number | null): Buffer {
  return encodeNullable(types.int4, items, (bytes, at, item) => {
    const figure = getValue(item)
    if (figure !== null) bytes.writeInt32BE(figure, at)
    return figure !== null
  })
}

export const encodeInt4s = <T>(items: readonly T[], getValue: (item: T) => number): Buffer =>
  encodeFixed(types.int4, items, (bytes, at, item) => bytes.writeInt32BE(getValue(item), at))

export const encodeInt2s = <T>(items: readonly T[], getValue: (item: T) => number): Buffer =>
  encodeFixed(types.int2, items, (bytes, at, item) => bytes.writeInt16BE(getValue(item), at))

export const encodeBooleans = <T>(items: readonly T[], getValue: (item: T) => boolean): Buffer =>
  encodeFixed(types.bool, items, (bytes, at, item) => bytes.writeUInt8(getValue(item) ? 1 : 0, at))

export function encodeByteas<T>(items: readonly T[], getValue: (item: T) => Uint8Array): Buffer {
  let size = headerBytes
  for (const item of items) size += 4 + getValue(item).length
  const bytes = allocateArray(byteaOid, items.length, size)
  let at = headerBytes
  for (const item of items) {
    const content = getValue(item)
    bytes.writeInt32BE(content.length, at)
    bytes.set(content, at + 4)
    at += 4 + content.length
  }
  return bytes
}

function encodeFixed<T>(
  { oid, width }: FixedType,
  items: readonly T[],
  write: (bytes: Buffer, at: number, item: T) => unknown,
): Buffer {
  const bytes = allocateArray(oid, items.length, headerBytes + items.length * (4 + width))
  let at = headerBytes
  for (const item of items) {
    bytes.writeInt32BE(width, at)
    write(bytes, at + 4, item)
    at += 4 + width
  }
  return bytes
}

/** A missing value has a negative length and no bytes. */
function encodeNullable<T>(
  { oid, width }: FixedType,
  items: readonly T[],
  write: (bytes: Buffer, at: number, item: T) => boolean,
): Buffer {
  const bytes = allocateArray(oid, items.length, headerBytes + items.length * (4 + width))
  bytes.writeInt32BE(1, 4)
  let at = headerBytes
  for (const item of items) {
    const hasValue = write(bytes, at + 4, item)
    bytes.writeInt32BE(hasValue ? width : -1, at)
    at += hasValue ? 4 + width : 4
  }
  return bytes.subarray(0, at)
}

/** Allocates an array and writes its header: one dimension, no nulls, indexes from 1. */
function allocateArray(oid: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(0, 4)
  bytes.writeInt32BE(oid, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16)
  return bytes
}

/** Writes eight bytes and returns where they end. In two halves, because big integers are slow. */
export function writeInt64(bytes: Buffer, at: number, value: number): number {
  bytes.writeInt32BE(Math.floor(value / 2 ** 32), at)
  return bytes.writeUInt32BE(value >>> 0, at + 4)
}

/** Writes a time in milliseconds since 1970, and returns where it ends. */
export const writeTimestamp = (bytes: Buffer, at: number, time: number): number =>
  writeInt64(bytes, at, (time - postgresEpochMs) * 1000)
