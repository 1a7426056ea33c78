import { minRepeatInterval } from '@wachta/api/src/features/escalations/rules.ts'
import { mask } from '@wachta/api/src/features/services/rules.ts'
import { buildSettingsSchema, findCheckType, listSecretSettingKeys, settingsFormats } from '@wachta/checks'
import { findEventKind } from '@wachta/events'
import { compileSchema, type Validate } from '@wachta/resource'
import { type Expectation, pickStrictest } from './expectation.ts'
import { findInvalidText } from './texts.ts'
import type { Schema } from './values.ts'

type Values = Readonly<Record<string, unknown>>
type Rule = (value: Values) => Expectation

/** Returns the expectation of a body beyond its schema, because another part of it, or the stored row, decides. */
export const checkRules = (body: string, value: unknown): Expectation =>
  (Object.hasOwn(rules, body) ? rules[body] : undefined)?.(value as Values) ?? 'sound'

const checkRepeats: Rule = ({ repeat_interval: seconds }) =>
  typeof seconds === 'number' && seconds > 0 && seconds < minRepeatInterval
    ? { wrong: 'its repeat interval is too short' }
    : 'sound'

const checkSettings: Rule = ({ type_id, extended_settings = {} }) => {
  const type = findCheckType(String(type_id))
  if (!type) return { wrong: 'its check type does not exist' }
  const secrets = new Set(listSecretSettingKeys(type))
  const writtenSettings = Object.entries(extended_settings as Values)
  const readable = writtenSettings.filter(([key, value]) => !(secrets.has(key) && value === mask))
  const schema = buildSettingsSchema(type)
  return matchSchema(
    type.id,
    () => compileSchema(schema, settingsFormats),
    Object.fromEntries(readable),
    schema as Schema,
  )
}

const checkEventSettings: Rule = ({ kind = 'failure', settings: writtenSettings = {} }) => {
  const known = findEventKind(String(kind))
  return known
    ? matchSchema(`event ${known.id}`, () => compileSchema(known.settings), writtenSettings, known.settings as Schema)
    : 'unsure'
}

/** The settings of an existing row depend on its type, which the request does not contain. */
const unsureIfPresent =
  (name: string): Rule =>
  (value) =>
    name in value ? 'unsure' : 'sound'

const checkEach = (items: unknown, rule: Rule): Expectation => pickStrictest(((items ?? []) as Values[]).map(rule))

const rules: Readonly<Record<string, Rule>> = {
  service_create_data: checkSettings,
  service_update_data: unsureIfPresent('extended_settings'),
  custom_analysis_data: unsureIfPresent('extended_settings'),
  scheduled_custom_analysis_data: unsureIfPresent('extended_settings'),
  event_create_data: checkEventSettings,
  event_update_data: unsureIfPresent('settings'),
  escalation_create_data: checkRepeats,
  escalation_update_data: checkRepeats,
  // Without `template_id` the body is valid only if there is already a template to change.
  custom_template_update_data: ({ template_id }) => (template_id === undefined ? 'unsure' : 'sound'),
  // A checksum distinguishes a key from other texts of its length.
  sensor_enrol_data: () => 'unsure',
  // Declared objects may exist already, and then many of their fields are optional.
  apply_data: ({ services, events, escalations }) =>
    [
      checkEach(services, checkSettings),
      checkEach(events, checkEventSettings),
      checkEach(escalations, checkRepeats),
    ].every((one) => one === 'sound')
      ? 'sound'
      : 'unsure',
}

const validators = new Map<string, Validate>()

function matchSchema(name: string, compile: () => Validate, value: unknown, schema: Schema): Expectation {
  const validate = validators.get(name) ?? compile()
  validators.set(name, validate)
  const [fault] = validate(value, 'settings')
  const text = findInvalidText(schema, value, 'settings')
  if (text !== undefined) return { wrong: `${text}: it does not match its schema` }
  return fault ? { wrong: `${fault.field}: ${fault.symbol}` } : 'sound'
}
