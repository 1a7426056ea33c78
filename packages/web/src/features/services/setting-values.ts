import type { ExtendedSettingFormat } from '@wachta/client'

/** What a form holds of a setting: text as it is typed, or a switch. */
export type SettingDraft = string | boolean

/** Thrown where a list does not read as one; the field shows it. */
export class UnreadableSetting extends Error {
  override readonly name = 'UnreadableSetting'
  readonly key: string

  constructor(key: string) {
    super(key)
    this.key = key
  }
}

/** A stored value as the form shows it. */
export function toSettingDraft(
  format: Pick<ExtendedSettingFormat, 'type' | 'default' | 'enum'>,
  stored: unknown,
): SettingDraft {
  const { type } = format
  // A switch and a list of choices always show something: what holds where nothing is set.
  const value = type === 'boolean' || format.enum ? (stored ?? format.default) : stored
  if (type === 'boolean') return value === true
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, type === 'array' ? 2 : 0)
}

/** Whether a secret is stored: the API shows a mask in its place, and nothing where there is none. */
export const isHiddenSetting = ({ is_secret }: Pick<ExtendedSettingFormat, 'is_secret'>, stored: unknown): boolean =>
  is_secret && stored !== undefined && stored !== null && stored !== ''

/** What a form holds, as the API takes it. An empty field stands for the default. */
export function toSetting({ key, type }: Pick<ExtendedSettingFormat, 'key' | 'type'>, draft: SettingDraft): unknown {
  if (typeof draft === 'boolean') return draft
  if (draft.trim() === '') return null
  if (type === 'integer' || type === 'number') {
    const number = Number(draft.trim().replace(',', '.'))
    // What is no number goes out as it is, for the API to say what it wants.
    return Number.isFinite(number) ? number : draft
  }
  if (type !== 'array' && type !== 'object') return draft
  try {
    return JSON.parse(draft)
  } catch {
    throw new UnreadableSetting(key)
  }
}
