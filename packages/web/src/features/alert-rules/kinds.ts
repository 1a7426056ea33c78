import type { Event, ExtendedSettingFormat } from '@wachta/client'
import type { Translate } from '../../app/i18n/translate.ts'
import type { RuleKind } from './queries.ts'

type SettingKey = keyof Event['settings']
type ValueFormat = Pick<ExtendedSettingFormat, 'type' | 'default' | 'minimum' | 'maximum' | 'enum'>

const createIntegerFormat = (defaultValue: number, maximum: number): ValueFormat => ({
  type: 'integer',
  default: defaultValue,
  minimum: 1,
  maximum,
  enum: null,
})

/**
 * The settings of each kind of alert rule, as the API documents them; a test compares them with what the API accepts.
 */
export const kindSettings: Readonly<Record<RuleKind, Readonly<Partial<Record<SettingKey, ValueFormat>>>>> = {
  failure: {},
  performance: {
    response_time: createIntegerFormat(5000, 600_000),
    measure: {
      type: 'string',
      default: 'average',
      minimum: null,
      maximum: null,
      enum: ['average', 'median', 'percentile_95', 'percentile_99'],
    },
    minutes: createIntegerFormat(15, 1440),
  },
  certificate_expiry: { days: createIntegerFormat(14, 365) },
  domain_expiry: { days: createIntegerFormat(30, 365) },
  sensor_lost: {},
}

export const kinds = Object.keys(kindSettings) as RuleKind[]

/** Returns the settings of a kind of rule in the format of settings fields. */
export const getSettingFormats = (kind: RuleKind, t: Translate): ExtendedSettingFormat[] =>
  (Object.entries(kindSettings[kind]) as [SettingKey, ValueFormat][]).map(([key, format]) => ({
    ...format,
    key,
    name: t(`rule.setting.${key}`),
    pattern: null,
    is_secret: false,
    editor: format.enum ? ('choice' as const) : ('number' as const),
    section: { id: kind, name: '', position: 0 },
    presets: [],
  }))
