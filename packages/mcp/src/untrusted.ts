/** Longer texts of other systems are cut. */
const maxUntrustedLength = 500
/** The maximum length of every text in a result. */
const maxTextLength = 4000

/**
 * Characters that a person does not see and a model reads: control characters except tab and line feed, format and
 * bidirectional controls, variation selectors, tag characters, fillers, private use, and separators of lines.
 */
const invisibleCharacters = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Removes invisible characters from a text and cuts it. */
export function cleanText(text: string, max: number = maxTextLength): string {
  const visible = text.toWellFormed().replace(invisibleCharacters, '')
  if (visible.length <= max) return visible
  // Do not cut a surrogate pair in two.
  return `${visible
    .slice(0, max)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}… [cut]`
}

/** Removes invisible characters from all texts of a result, names of members included, and cuts them. */
export function cleanResult(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanResult)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [cleanText(name, 200), cleanResult(each)]))
}

type UntrustedValue = string | number | null | undefined | readonly unknown[] | object

/**
 * Separates text that others than the account wrote: monitored servers, name servers, routers, visitors. A model must
 * not follow instructions in it, so it is never mixed with the product's own text. Empty if there is no such text.
 */
export function markUntrusted(
  values: Readonly<Record<string, UntrustedValue>>,
  max: number = maxUntrustedLength,
): { readonly untrusted?: Readonly<Record<string, unknown>> } {
  const presentValues = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  if (presentValues.length === 0) return {}
  return { untrusted: Object.fromEntries(presentValues.map(([name, value]) => [name, truncateTexts(value, max)])) }
}

/** A record with its permissions, of which `own` says that the account of the caller owns it. */
interface OwnedRecord {
  readonly permissions?: { readonly own?: boolean } | undefined
}

/** Whether the account of the caller owns a record; `permissions.own` must have been embedded. */
export const isOwnRecord = ({ permissions }: OwnedRecord): boolean => permissions?.own === true

/** Sets the texts of a record apart if it belongs to another account, which shares a group with the caller. */
export const separateForeign = <Values extends Readonly<Record<string, UntrustedValue>>>(
  record: OwnedRecord,
  values: Values,
): Partial<Values> & ReturnType<typeof markUntrusted> =>
  (isOwnRecord(record) ? values : markUntrusted(values)) as Partial<Values> & ReturnType<typeof markUntrusted>

function truncateTexts(value: unknown, max: number): unknown {
  if (typeof value === 'string') return cleanText(value, max)
  if (Array.isArray(value)) return value.map((each) => truncateTexts(each, max))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, truncateTexts(each, max)]))
}
