import { minRepeatInterval } from '@wachta/api/src/features/escalations/rules.ts'
import { mask } from '@wachta/api/src/features/services/rules.ts'
import { buildSettingsSchema, checkType, listSecretSettingKeys, settingsFormats } from '@wachta/checks'
import { eventKind } from '@wachta/events'
import { compileSchema, type Validate } from '@wachta/resource'
import { type Expectation, strictest } from './expectation.ts'
import { wrongText } from './texts.ts'
import type { Schema } from './values.ts'

type Values = Readonly<Record<string, unknown>>
type Rule = (value: Values) => Expectation

/** Returns the expectation of a body beyond its schema, because another part of it, or the stored row, decides. */
export const ruleExpectation = (body: string, value: unknown): Expectation =>
  (Object.hasOwn(rules, body) ? rules[body] : undefined)?.(value as Values) ?? 'sound'

const repeats: Rule = ({ repeat_interval: seconds }) =>
  typeof seconds === 'number' && seconds > 0 && seconds < minRepeatInterval
    ? { wrong: 'its repeats follow too soon' }
    : 'sound'

const settings: Rule = ({ type_id, extended_settings = {} }) => {
  const type = checkType(String(type_id))
  if (!type) return { wrong: 'there is no such type of services' }
  const secrets = new Set(listSecretSettingKeys(type))
  const given = Object.entries(extended_settings as Values)
  const readable = given.filter(([key, value]) => !(secrets.has(key) && value === mask))
  const schema = buildSettingsSchema(type)
  return matchSchema(
    type.id,
    () => compileSchema(schema, settingsFormats),
    Object.fromEntries(readable),
    schema as Schema,
  )
}

const eventSettings: Rule = ({ kind = 'failure', settings: given = {} }) => {
  const known = eventKind(String(kind))
  return known
    ? matchSchema(`event ${known.id}`, () => compileSchema(known.settings), given, known.settings as Schema)
    : 'unsure'
}

/** The settings of an existing row depend on its type, which the request does not contain. */
const unsureWith =
  (name: string): Rule =>
  (value) =>
    name in value ? 'unsure' : 'sound'

const each = (items: unknown, rule: Rule): Expectation => strictest(((items ?? []) as Values[]).map(rule))

const rules: Readonly<Record<string, Rule>> = {
  service_create_data: settings,
  service_update_data: unsureWith('extended_settings'),
  custom_analysis_data: unsureWith('extended_settings'),
  scheduled_custom_analysis_data: unsureWith('extended_settings'),
  event_create_data: eventSettings,
  event_update_data: unsureWith('settings'),
  escalation_create_data: repeats,
  escalation_update_data: repeats,
  // Enough for a change, but not if there is no template to change.
  custom_template_update_data: ({ template_id }) => (template_id === undefined ? 'unsure' : 'sound'),
  // A checksum distinguishes a key from other texts of its length.
  sensor_enrol_data: () => 'unsure',
  // Declared objects may exist already, and then many of their fields are optional.
  apply_data: ({ services, events, escalations }) =>
    [each(services, settings), each(events, eventSettings), each(escalations, repeats)].every((one) => one === 'sound')
      ? 'sound'
      : 'unsure',
}

const validators = new Map<string, Validate>()

function matchSchema(name: string, compile: () => Validate, value: unknown, schema: Schema): Expectation {
  const validate = validators.get(name) ?? compile()
  validators.set(name, validate)
  const [fault] = validate(value, 'settings')
  const text = wrongText(schema, value, 'settings')
  if (text !== undefined) return { wrong: `${text}: it is not as its schema says` }
  return fault ? { wrong: `${fault.field}: ${fault.symbol}` } : 'sound'
}
