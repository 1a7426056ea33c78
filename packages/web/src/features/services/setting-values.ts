import type { ExtendedSettingFormat } from '@wachta/client'

/** The value of a setting in the form: text as it was entered, or a switch. */
export type SettingDraft = string | boolean

/** Thrown if the text of a list or an object is not valid JSON; shown at the field. */
export class UnreadableSetting extends Error {
  override readonly name = 'UnreadableSetting'
  readonly key: string

  constructor(key: string) {
    super(key)
    this.key = key
  }
}

/** Converts a stored value for the form. */
export function toSettingDraft(
  format: Pick<ExtendedSettingFormat, 'type' | 'default' | 'enum'>,
  stored: unknown,
): SettingDraft {
  const { type } = format
  // A switch or a select always shows a value: the default if nothing is set.
  const value = type === 'boolean' || format.enum ? (stored ?? format.default) : stored
  if (type === 'boolean') return value === true
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, type === 'array' ? 2 : 0)
}

/** Whether a secret is stored: the API returns a mask for it, or nothing if there is none. */
export const isHiddenSetting = ({ is_secret }: Pick<ExtendedSettingFormat, 'is_secret'>, stored: unknown): boolean =>
  is_secret && stored !== undefined && stored !== null && stored !== ''

/** Converts a value of the form for the API; an empty field means the default. */
export function toSetting({ key, type }: Pick<ExtendedSettingFormat, 'key' | 'type'>, draft: SettingDraft): unknown {
  if (typeof draft === 'boolean') return draft
  if (draft.trim() === '') return null
  if (type === 'integer' || type === 'number') {
    const number = Number(draft.trim().replace(',', '.'))
    // Invalid numbers are sent unchanged, so that the API returns the error message.
    return Number.isFinite(number) ? number : draft
  }
  if (type !== 'array' && type !== 'object') return draft
  try {
    return JSON.parse(draft)
  } catch {
    throw new UnreadableSetting(key)
  }
}
