/** The bytes are not DER, or use a part of DER that this package does not accept. */
export class DerError extends Error {
  override readonly name = 'DerError'
}

/** ASN.1 tags: the first byte of an element. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** The tag of a constructed, context-specific element: `[number]`. */
export const toContextTag = (number: number): number => 0xa0 + number

// Writing

export function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...encodeLength(body.length)]), body])
}

export const encodeSequence = (...parts: readonly Uint8Array[]): Buffer => encodeDer(tags.sequence, ...parts)

/** DER sorts the elements of a SET OF by their encoding. */
export const encodeSet = (...parts: readonly Uint8Array[]): Buffer =>
  encodeDer(tags.set, ...parts.toSorted((one, other) => Buffer.compare(one, other)))

export const encodeOctetString = (bytes: Uint8Array): Buffer => encodeDer(tags.octetString, bytes)

export const encodeBitString = (bytes: Uint8Array, unusedBits = 0): Buffer =>
  encodeDer(tags.bitString, Buffer.from([unusedBits]), bytes)

export const encodedNull = Buffer.from([tags.null, 0])

export const encodedTrue = Buffer.from([tags.boolean, 1, 0xff])

/** Encodes an unsigned integer, given as a number or as big-endian bytes. */
export function encodeUnsigned(value: number | Uint8Array): Buffer {
  const bytes = typeof value === 'number' ? Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]) : value
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first === -1 ? Buffer.from([0]) : bytes.subarray(first)
  const isNegativeLooking = (digits[0] ?? 0) >= 0x80
  return encodeDer(tags.integer, Buffer.from(isNegativeLooking ? [0] : []), digits)
}

export function encodeOid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return encodeDer(tags.oid, Buffer.from([first * 40 + second, ...rest].flatMap(encodeBase128)))
}

/** Encodes a time for certificates (RFC 5280, 4.1.2.5): a year of two digits until 2049, of four from 2050 on. */
export function encodeTime(time: Date): Buffer {
  const digits = `${time.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`
  return time.getUTCFullYear() < 2050
    ? encodeDer(tags.utcTime, Buffer.from(digits.slice(2)))
    : encodeDer(tags.generalizedTime, Buffer.from(digits))
}

function encodeBase128(value: number): number[] {
  const digits = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift((rest % 128) + 128)
  return digits
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length]
  const digits: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  return [0x80 + digits.length, ...digits]
}

// Reading

export interface DerElement {
  readonly tag: number
  readonly body: Buffer
  /** The whole element: tag, length and body. */
  readonly bytes: Buffer
}

const maxElementBytes = 1_000_000
const maxDepth = 32

/** Reads bytes that are exactly one element, and checks everything inside it. */
export function readDer(bytes: Uint8Array): DerElement {
  const { element, rest } = readFirstDer(bytes)
  if (rest.length > 0) throw new DerError('bytes after the end of the element')
  return element
}

/** Reads the first element and checks everything inside it. Returns the bytes after it as `rest`, unchecked. */
export function readFirstDer(bytes: Uint8Array): { readonly element: DerElement; readonly rest: Buffer } {
  if (bytes.length > maxElementBytes) throw new DerError(`more than ${maxElementBytes} bytes`)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const element = readElement(buffer)
  checkElement(element, 0)
  return { element, rest: buffer.subarray(element.bytes.length) }
}

/** Lists the elements inside a constructed element. */
export function readChildren({ tag, body }: DerElement): DerElement[] {
  if (!isConstructed(tag)) throw new DerError('an element without parts where parts were expected')
  const children: DerElement[] = []
  for (let rest = body; rest.length > 0; ) {
    const child = readElement(rest)
    children.push(child)
    rest = rest.subarray(child.bytes.length)
  }
  return children
}

/** Reads the children of an element in order; `end` throws if any are left. */
export class DerFields {
  readonly #fields: DerElement[]

  constructor(element: DerElement, tag: number = tags.sequence) {
    if (element.tag !== tag) throw new DerError(`tag ${element.tag} where ${tag} was expected`)
    this.#fields = readChildren(element)
  }

  next(tag?: number): DerElement {
    const field = this.#fields.shift()
    if (field === undefined) throw new DerError('a part is missing')
    if (tag !== undefined && field.tag !== tag) throw new DerError(`tag ${field.tag} where ${tag} was expected`)
    return field
  }

  optional(tag: number): DerElement | undefined {
    return this.#fields[0]?.tag === tag ? this.#fields.shift() : undefined
  }

  end(): void {
    if (this.#fields.length > 0) throw new DerError('more parts than expected')
  }
}

/** Returns the only child of an element; throws if there are more or none. */
export function getOnlyChild(element: DerElement, tag?: number): DerElement {
  const fields = new DerFields(element, element.tag)
  const child = fields.next(tag)
  fields.end()
  return child
}

export function decodeOid({ tag, body }: DerElement): string {
  if (tag !== tags.oid) throw new DerError('not an object identifier')
  const numbers: number[] = []
  let value = 0
  for (const byte of body) {
    value = value * 128 + (byte % 128)
    if (!Number.isSafeInteger(value)) throw new DerError('an object identifier with too large a number')
    if (byte >= 0x80) continue
    numbers.push(value)
    value = 0
  }
  const [head = 0, ...rest] = numbers
  const first = Math.min(Math.floor(head / 40), 2)
  return [first, head - first * 40, ...rest].join('.')
}

/** Returns the bytes of a BIT STRING without unused bits, as keys and signatures have it. */
export function decodeWholeBits({ tag, body }: DerElement): Buffer {
  if (tag !== tags.bitString || body[0] !== 0) throw new DerError('a BIT STRING that is not of whole bytes')
  return body.subarray(1)
}

function readElement(bytes: Buffer): DerElement {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) throw new DerError('an element is cut off')
  if (tag % 32 === 31) throw new DerError('tags of several bytes are not accepted')
  const digits = first < 0x80 ? 0 : first - 0x80
  if (first === 0x80) throw new DerError('a length that is not definite')
  if (digits > 4) throw new DerError('a length of more than four bytes')
  if (bytes.length < 2 + digits) throw new DerError('a length is cut off')
  const length = digits === 0 ? first : bytes.readUIntBE(2, digits)
  if (digits > 0 && encodeLength(length).length !== digits + 1) throw new DerError('a length that is not the shortest')
  const start = 2 + digits
  if (length > bytes.length - start) throw new DerError('an element is cut off')
  return { tag, body: bytes.subarray(start, start + length), bytes: bytes.subarray(0, start + length) }
}

const isConstructed = (tag: number): boolean => (tag & 0x20) !== 0

function checkElement(element: DerElement, depth: number): void {
  if (depth > maxDepth) throw new DerError(`nested deeper than ${maxDepth}`)
  const { tag } = element
  if (tag < 0x40) checkUniversal(element)
  if (isConstructed(tag)) for (const child of readChildren(element)) checkElement(child, depth + 1)
}

/** Throws if a value of a universal type is not in its canonical encoding. */
function checkUniversal({ tag, body }: DerElement): void {
  const [first = 0, second = 0] = body
  if (tag === 0) throw new DerError('an element without a type')
  if (isConstructed(tag) && tag !== tags.sequence && tag !== tags.set)
    throw new DerError('a value that is split into parts')
  if (tag === tags.null && body.length > 0) throw new DerError('NULL with a value')
  if (tag === tags.boolean && (body.length !== 1 || (first !== 0 && first !== 0xff)))
    throw new DerError('a BOOLEAN that is neither true nor false')
  if (tag === tags.integer) {
    if (body.length === 0) throw new DerError('an INTEGER without a value')
    if (body.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)))
      throw new DerError('an INTEGER that is not the shortest')
  }
  if (tag === tags.oid) checkOid(body)
  if (tag === tags.bitString) checkBits(body)
}

function checkOid(body: Buffer): void {
  const last = body.at(-1)
  if (last === undefined || last >= 0x80) throw new DerError('an object identifier is cut off')
  body.forEach((byte, index) => {
    const isStart = index === 0 || (body[index - 1] ?? 0) < 0x80
    if (isStart && byte === 0x80) throw new DerError('an object identifier that is not the shortest')
  })
}

function checkBits(body: Buffer): void {
  const [unused, last] = [body[0], body.at(-1)]
  if (unused === undefined || last === undefined || unused > 7 || (body.length === 1 && unused > 0))
    throw new DerError('a BIT STRING with a wrong number of bits')
  if (body.length > 1 && last % 2 ** unused !== 0) throw new DerError('a BIT STRING with unused bits that are set')
}
