import type { ExtendedSettingFormat } from '@wachta/client'
import { omitBlankHeaders } from './steps/step-model.ts'

/** The value of a setting in the form: text as it was entered, a switch, or the rows of a list. */
export type SettingDraft = string | boolean | readonly string[]

/** Whether a setting is edited in rows. */
const hasRows = (editor: ExtendedSettingFormat['editor'] | undefined): boolean =>
  editor === 'list' || editor === 'key_values'

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
  format: Pick<ExtendedSettingFormat, 'type' | 'default' | 'enum'> & Partial<Pick<ExtendedSettingFormat, 'editor'>>,
  stored: unknown,
): SettingDraft {
  const { type } = format
  // A switch or a select always shows a value: the default if nothing is set.
  const value = type === 'boolean' || format.enum ? (stored ?? format.default) : stored
  if (type === 'boolean') return value === true
  if (hasRows(format.editor)) return Array.isArray(value) ? value.map(String) : []
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, type === 'array' ? 2 : 0)
}

/** Whether a secret is stored: the API returns a mask for it, or nothing if there is none. */
export const isHiddenSetting = ({ is_secret }: Pick<ExtendedSettingFormat, 'is_secret'>, stored: unknown): boolean =>
  is_secret && stored !== undefined && stored !== null && stored !== ''

/** Converts a value of the form for the API; an empty field means the default. */
export function toSetting(
  { key, type, editor }: Pick<ExtendedSettingFormat, 'key' | 'type'> & Partial<Pick<ExtendedSettingFormat, 'editor'>>,
  draft: SettingDraft,
): unknown {
  if (typeof draft === 'boolean') return draft
  if (typeof draft !== 'string') return toRows(draft)
  if (draft.trim() === '') return null
  if (type === 'integer' || type === 'number') {
    const number = Number(draft.trim().replace(',', '.'))
    // Invalid numbers are sent unchanged, so that the API returns the error message.
    return Number.isFinite(number) ? number : draft
  }
  if (type !== 'array' && type !== 'object') return draft
  try {
    const value: unknown = JSON.parse(draft)
    return editor === 'http_steps' ? omitBlankHeaders(value) : value
  } catch {
    throw new UnreadableSetting(key)
  }
}

/** Omits empty rows; if no other rows remain, the setting is reset. */
function toRows(draft: readonly string[]): readonly string[] | null {
  const rows = draft.map((row) => row.trim()).filter((row) => row !== '' && row !== ':')
  return rows.length > 0 ? rows : null
}
