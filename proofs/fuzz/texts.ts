import { getAdditionalSchema, type Schema } from './values.ts'

/** Longer texts are not tested against their pattern: some are built to be slow for regular expressions. */
const maxTestedLength = 10_000

/**
 * Checks texts independently of the request validator: returns where a value first violates a length or a pattern of
 * its schema.
 */
export function findInvalidText(schema: Schema, value: unknown, path = 'data'): string | undefined {
  if (typeof value === 'string') return isInvalid(schema, value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Array.isArray(value)
    ? value.map((item, index) => [String(index), item, schema.items ?? {}] as const)
    : Object.entries(value).map(([key, item]) => [key, item, getPropertySchema(schema, key)] as const)
  for (const [key, item, itemSchema] of entries) {
    const found = findInvalidText(itemSchema, item, `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

const getPropertySchema = (schema: Schema, key: string): Schema =>
  (Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined) ?? getAdditionalSchema(schema)

function isInvalid({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema, text: string): boolean {
  const length = [...text].length
  if (length < minLength || length > maxLength) return true
  return pattern !== undefined && text.length <= maxTestedLength && !new RegExp(pattern, 'u').test(text)
}
