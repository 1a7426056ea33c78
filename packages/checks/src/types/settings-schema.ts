import { isDeepStrictEqual } from 'node:util'
import type { Language } from '@wachta/domain'
import type { TSchema } from 'typebox'
import { isReadable } from '../content/regular-expression.ts'
import type { CheckType } from './check-type.ts'
import { type CheckSettings, maxRegexLength, type Setting } from './setting.ts'
import { type SettingSection, sectionIds, settingSections } from './setting-section.ts'

export type { CheckSettings } from './setting.ts'

/** The closed schema of all extended settings of a type. */
export function buildSettingsSchema(type: CheckType): TSchema {
  const settings = Object.entries(type.settings)
  const required = settings.filter(([, { required }]) => required).map(([key]) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(settings.map(([key, { schema }]) => [key, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** The default of each setting; null if there is none. */
export const getDefaultSettings = (type: CheckType): CheckSettings => getSummary(type).defaults

/** The given settings, which the schema has validated, with defaults for those that are missing or null. */
export function fillDefaultSettings(type: CheckType, given: CheckSettings): CheckSettings {
  const { defaults } = getSummary(type)
  const filled: Record<string, unknown> = { ...defaults }
  for (const [key, value] of Object.entries(given)) {
    if (value !== null && value !== undefined && Object.hasOwn(defaults, key)) filled[key] = value
  }
  return filled
}

export const listSecretSettingKeys = (type: CheckType): readonly string[] => getSummary(type).secretKeys

interface SettingsSummary {
  readonly defaults: CheckSettings
  readonly secretKeys: readonly string[]
}

const summaries = new WeakMap<CheckType, SettingsSummary>()

/** Returns the values that every check needs of its type, computed once. */
function getSummary(type: CheckType): SettingsSummary {
  const cached = summaries.get(type)
  if (cached !== undefined) return cached
  const settings = Object.entries(type.settings)
  const summary = {
    defaults: Object.freeze(Object.fromEntries(settings.map(([key, setting]) => [key, setting.default]))),
    secretKeys: settings.filter(([, { isSecret }]) => isSecret).map(([key]) => key),
  }
  summaries.set(type, summary)
  return summary
}

/** Settings that only affect how and when a response is evaluated. All others may affect where secrets are sent. */
const evaluationSettings: ReadonlySet<string> = new Set([
  'certificate_expiry_days',
  'content_regex',
  'error_tolerance',
  'expected_regex',
  'expected_status_codes',
  'fail_on_missing_resources',
  'fail_on_script_errors',
  'json_path',
  'json_path_value',
  'maximum_console_errors',
  'maximum_content_loaded_time',
  'maximum_data_size',
  'maximum_first_byte_time',
  'maximum_first_contentful_paint',
  'maximum_largest_contentful_paint',
  'maximum_layout_shift',
  'maximum_request_count',
  'maximum_response_time',
  'minimum_data_size',
  'negative_content_regex',
  'response_header_regex',
  'sensors_failover',
  'step_timeout',
  'timeout',
  'wait_for_selector',
  'wait_for_text',
  'wait_until',
])

/** Whether a change of settings could make a check send its secrets to another destination. */
export function changesDestination(type: CheckType, before: CheckSettings, after: CheckSettings): boolean {
  const secrets = new Set(listSecretSettingKeys(type))
  return Object.keys(type.settings).some(
    (key) =>
      !secrets.has(key) && !evaluationSettings.has(key) && !isDeepStrictEqual(before[key] ?? null, after[key] ?? null),
  )
}

/** How a setting is published. */
export interface SettingFormat
  extends Pick<Setting, 'type' | 'default' | 'minimum' | 'maximum' | 'pattern' | 'enum' | 'editor'> {
  readonly key: string
  readonly name: string
  readonly is_secret: boolean
  /** The section of forms; sections are in the order of their positions. */
  readonly section: { readonly id: SettingSection; readonly name: string; readonly position: number }
  readonly presets: readonly { readonly value: string | number; readonly name: string }[]
}

export const describeSettings = (type: CheckType, language: Language): readonly SettingFormat[] =>
  Object.entries(type.settings).map(([key, setting]) => ({
    key,
    name: setting.name[language],
    type: setting.type,
    default: setting.default,
    minimum: setting.minimum,
    maximum: setting.maximum,
    pattern: setting.pattern,
    enum: setting.enum,
    is_secret: setting.isSecret,
    section: {
      id: setting.section,
      name: settingSections[setting.section][language],
      position: sectionIds.indexOf(setting.section),
    },
    editor: setting.editor,
    presets: setting.presets.map(({ value, name }) => ({ value, name: name[language] })),
  }))

/**
 * The formats of the schemas for a validator that must not block: `findPatternViolations` checks the patterns instead.
 */
export const settingsFormatsWithoutPatterns: Readonly<Record<string, (text: string) => boolean>> = { regex: () => true }

/** The formats of the schemas for a validator that may block: it compiles each pattern. */
export const settingsFormats: Readonly<Record<string, (text: string) => boolean>> = { regex: isRegularExpression }

/** Checks the length first: a validator that collects all errors also calls this for texts that are too long. */
function isRegularExpression(text: string): boolean {
  return text.length <= maxRegexLength && isReadable(text)
}
