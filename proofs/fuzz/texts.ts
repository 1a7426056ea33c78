import { furtherSchema, type Schema } from './values.ts'

/** No pattern is tried for longer than this: some of them take long on purpose. */
const longestTried = 10_000

/**
 * A second opinion on texts, which the validator of requests has no part in: where a value first breaks a length or a
 * pattern of its schema.
 */
export function wrongText(schema: Schema, value: unknown, at = 'data'): string | undefined {
  if (typeof value === 'string') return isWrong(schema, value) ? at : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const inside = Array.isArray(value)
    ? value.map((item, place) => [String(place), item, schema.items ?? {}] as const)
    : Object.entries(value).map(([key, item]) => [key, item, inner(schema, key)] as const)
  for (const [key, item, said] of inside) {
    const found = wrongText(said, item, `${at}.${key}`)
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
