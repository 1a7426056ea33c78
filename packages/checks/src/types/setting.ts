import type { Localized } from '@wachta/domain'
import type { TSchema } from 'typebox'
import { singleLinePattern } from './patterns.ts'
import type { SettingSection } from './setting-section.ts'

/** Extended settings of a service, by key. */
export type CheckSettings = Readonly<Record<string, unknown>>

/**
 * The input with which forms edit a setting. `key_values` are lines of a list such as `Name: value`; the editors with
 * `steps` in their name edit the steps of a scenario.
 */
export const settingEditors = [
  'text',
  'long_text',
  'number',
  'switch',
  'choice',
  'secret',
  'list',
  'key_values',
  'http_steps',
  'browser_steps',
] as const

type SettingEditor = (typeof settingEditors)[number]

/** The editors of scenarios, which differ in what a step has. */
export type ScenarioEditor = Extract<SettingEditor, 'http_steps' | 'browser_steps'>

/** A value that forms offer. For a list, an entry that can be added. */
interface SettingPreset {
  readonly value: string | number
  readonly name: Localized
}

/** One of the extended settings of a check type. */
export interface Setting {
  readonly name: Localized
  readonly type: 'integer' | 'boolean' | 'string' | 'array' | 'object'
  /** The default; null if there is none. */
  readonly default: number | boolean | string | null
  /** Limits of the number, of the length of the text, or of the number of items. */
  readonly minimum: number | null
  readonly maximum: number | null
  /** The pattern of the text, or of each text in a list. */
  readonly pattern: string | null
  readonly enum: readonly string[] | null
  /** Stored encrypted and never shown again. */
  readonly isSecret: boolean
  /** Where and how forms show it. */
  readonly section: SettingSection
  readonly editor: SettingEditor
  readonly presets: readonly SettingPreset[]
  /** The check cannot run without it, and there is no sensible default. */
  readonly required: boolean
  readonly schema: TSchema
}

interface Bounds<D> {
  readonly min?: number
  readonly max: number
  readonly default?: D
  readonly required?: true
}

/** The same setting in another section of forms. */
export const inSection = (section: SettingSection, setting: Setting): Setting => ({ ...setting, section })

/** The same setting with values that forms offer; a value without a name is shown as it is. */
export const withPresets = (
  setting: Setting,
  presets: readonly (string | number | readonly [value: number, name: Localized])[],
): Setting => ({
  ...setting,
  presets: presets.map((each) =>
    typeof each === 'object'
      ? { value: each[0], name: each[1] }
      : { value: each, name: { pl: String(each), en: String(each) } },
  ),
})

export const integerField = (name: Localized, { min = 0, max, ...rest }: Bounds<number>): Setting =>
  createSetting(
    name,
    { type: 'integer', editor: 'number', minimum: min, maximum: max, ...rest },
    { minimum: min, maximum: max },
  )

export const flagField = (name: Localized, defaultValue: boolean): Setting =>
  createSetting(name, { type: 'boolean', editor: 'switch', default: defaultValue })

export const choiceField = (name: Localized, values: readonly string[], defaultValue: string | null): Setting =>
  createSetting(name, { type: 'string', editor: 'choice', enum: values, default: defaultValue })

interface TextOptions extends Bounds<string> {
  readonly pattern?: string
}

/** One line of text, unless the options give another pattern. */
export const textField = (name: Localized, options: TextOptions): Setting =>
  buildTextSetting(name, { pattern: singleLinePattern, ...options })

/** Text of many lines. */
export const longTextField = (name: Localized, max: number): Setting => ({
  ...buildTextSetting(name, { min: 0, max }),
  editor: 'long_text',
})

/** A line that is stored encrypted. Its pattern accepts any line: clients get a placeholder, and may send it back. */
export const secretField = (name: Localized, max = 1000): Setting => ({
  ...textField(name, { max }),
  isSecret: true,
  section: 'authentication',
  editor: 'secret',
})

export const maxRegexLength = 1000

/** A regular expression. The format validates it, see `settingsFormats`. */
export const regexField = (name: Localized): Setting =>
  createSetting(
    name,
    { type: 'string', section: 'expectations', minimum: 1, maximum: maxRegexLength },
    { minLength: 1, maxLength: maxRegexLength, format: 'regex' },
  )

/** Unique lines. The default is null and not an empty array, for clients that do not support arrays. */
export const listField = (name: Localized, items: { max: number; maxLength: number; pattern?: string }): Setting => {
  const { max, maxLength, pattern = singleLinePattern } = items
  return createSetting(
    name,
    { type: 'array', editor: 'list', minimum: 1, maximum: max, pattern },
    {
      minItems: 1,
      maxItems: max,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength, pattern },
    },
  )
}

/** An ordered list, each item described by a closed object. */
export const sequenceField = (name: Localized, { items, max, editor, required = true }: SequenceOptions): Setting =>
  createSetting(
    name,
    { type: 'array', section: 'scenario', editor, minimum: 1, maximum: max, required },
    { minItems: 1, maxItems: max, items },
  )

interface SequenceOptions {
  readonly items: TSchema
  readonly max: number
  readonly editor: ScenarioEditor
  readonly required?: boolean
}

function buildTextSetting(name: Localized, { min = 1, max, pattern, ...rest }: TextOptions): Setting {
  const attributes = { minimum: min, maximum: max, ...(pattern !== undefined && { pattern }), ...rest }
  return createSetting(
    name,
    { type: 'string', ...attributes },
    {
      minLength: min,
      maxLength: max,
      ...(pattern !== undefined && { pattern }),
    },
  )
}

const defaultAttributes = {
  default: null,
  minimum: null,
  maximum: null,
  pattern: null,
  enum: null,
  isSecret: false,
  section: 'request',
  editor: 'text',
  presets: [],
  required: false,
} as const

type SettingShape = Pick<Setting, 'type'> & Partial<Omit<Setting, 'name' | 'type' | 'schema' | 'presets'>>

/** Clients send null for unset values, so everything that is not required accepts it. */
function createSetting(name: Localized, { type, ...attributes }: SettingShape, rules: object = {}): Setting {
  const complete = { ...defaultAttributes, ...attributes }
  return {
    name,
    type,
    ...complete,
    schema: {
      type: complete.required ? type : [type, 'null'],
      ...rules,
      ...(complete.enum && { enum: complete.required ? complete.enum : [...complete.enum, null] }),
      ...(complete.default !== null && { default: complete.default }),
    },
  }
}
