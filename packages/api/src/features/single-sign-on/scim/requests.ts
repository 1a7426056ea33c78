import { ScimError } from './scim-error.ts'

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const maxOperations = 100
const maxCount = 200

export interface Filter {
  readonly attribute: string
  readonly value: string
}

/** Reads a filter of the form `attribute eq "value"`; directories look users and groups up by it. */
export function parseFilter(text: string | undefined, attributes: readonly string[]): Filter | undefined {
  if (text === undefined) return undefined
  const [, name = '', quoted = ''] =
    /^\s*([\w.]{1,40})\s+eq\s+("(?:[^"\\\p{Cc}]|\\["\\/])*")\s*$/iu.exec(removeSchemaPrefix(text.trim())) ?? []
  const attribute = attributes.find((one) => one.toLowerCase() === name.toLowerCase())
  if (attribute === undefined)
    throw new ScimError(400, `Only filters of the form: ${attributes.join(' or ')} eq "value".`, 'invalidFilter')
  return { attribute, value: JSON.parse(quoted) as string }
}

/** Reads `startIndex` and `count`. Values out of range are corrected, as the protocol requires. */
export function parseScimPage(query: Readonly<Record<string, unknown>>): {
  readonly start: number
  readonly count: number
} {
  const readNumber = (name: string, fallback: number) => {
    const given = Number(query[name] ?? fallback)
    return Number.isSafeInteger(given) ? given : fallback
  }
  return {
    start: Math.max(1, readNumber('startIndex', 1)),
    count: Math.min(maxCount, Math.max(0, readNumber('count', maxCount))),
  }
}

const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)(?::|$)/i

/** Removes the core schema, with which some directories write the names of attributes. */
export const removeSchemaPrefix = (name: string): string => name.replace(corePrefix, '')

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  /** The attribute as the directory wrote it, in upper or lower case; empty if the value names the attributes. */
  readonly path: string
  readonly value: unknown
}

/** Reads the operations of a PATCH, in upper or lower case, because some directories write `Replace`. */
export function parsePatch(body: unknown): PatchOperation[] {
  const { schemas, Operations: operations } = requireObject(body)
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema))
    throw new ScimError(400, 'Not a PatchOp.', 'invalidSyntax')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > maxOperations)
    throw new ScimError(400, `Send 1 to ${maxOperations} operations.`, 'invalidSyntax')
  return operations.map((each) => {
    const { op, path: given = '', value } = requireObject(each)
    const name = typeof op === 'string' ? op.toLowerCase() : ''
    if (name !== 'add' && name !== 'replace' && name !== 'remove')
      throw new ScimError(400, 'An operation must be add, replace or remove.', 'invalidSyntax')
    if (typeof given !== 'string') throw new ScimError(400, 'A path must be a string.', 'invalidPath')
    const path = removeSchemaPrefix(given.trim())
    if (name === 'remove' && path === '') throw new ScimError(400, 'remove needs a path.', 'noTarget')
    return { op: name, path, value }
  })
}

export function requireObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new ScimError(400, 'An object is expected.', 'invalidSyntax')
}

/** Reads a boolean; some directories send it as text. */
export function toBoolean(value: unknown): boolean {
  const given = typeof value === 'string' ? value.toLowerCase() : value
  if (given === true || given === 'true') return true
  if (given === false || given === 'false') return false
  throw new ScimError(400, 'active must be true or false.', 'invalidValue')
}

export function toShortText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > 255)
    throw new ScimError(400, `${name} must have 1 to 255 characters.`, 'invalidValue')
  return value
}
