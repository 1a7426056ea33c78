import { furtherSchema, type Schema } from './values.ts'

/** Longer texts are not matched, because some are slow on purpose. */
const longestTried = 10_000

/**
 * Checks texts independently of the request validator: returns where a value first violates a length or a pattern of
 * its schema.
 */
export function wrongText(schema: Schema, value: unknown, at = 'data'): string | undefined {
  if (typeof value === 'string') return isWrong(schema, value) ? at : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const inside = Array.isArray(value)
    ? value.map((item, place) => [String(place), item, schema.items ?? {}] as const)
    : Object.entries(value).map(([key, item]) => [key, item, inner(schema, key)] as const)
  for (const [key, item, itemSchema] of inside) {
    const found = wrongText(itemSchema, item, `${at}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

const inner = (schema: Schema, key: string): Schema =>
  (Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined) ?? furtherSchema(schema)

function isWrong({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema, text: string): boolean {
  const length = [...text].length
  if (length < minLength || length > maxLength) return true
  return pattern !== undefined && text.length <= longestTried && !new RegExp(pattern, 'u').test(text)
}
