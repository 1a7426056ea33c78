import type { Localized } from '@wachta/domain'
import { type TProperties, type TSchema, Type } from 'typebox'
import { singleLine, webTargetPattern } from './patterns.ts'
import {
  inSection,
  integerField,
  maxRegexLength,
  type ScenarioEditor,
  secret,
  sequenceField,
  textField,
} from './setting.ts'
import { maxTimeoutMs, sensorSettings, timeoutSetting } from './shared-settings.ts'

export const maxSteps = 50

interface ScenarioSteps {
  readonly step: TSchema
  readonly editor: ScenarioEditor
  /** False if something else can take their place. */
  readonly required?: boolean
}

/** What all scenarios have. Steps need to hold no secrets: they name them as {{password}} and {{token}}. */
export const scenarioSettings = (name: Localized, { step, editor, required = true }: ScenarioSteps) => ({
  ...sensorSettings,
  steps: sequenceField(name, { items: step, max: maxSteps, editor, required }),
  timeout: timeoutSetting(30_000),
  step_timeout: inSection(
    'limits',
    integerField(
      { pl: 'Limit czasu kroku (ms)', en: 'Step timeout (ms)' },
      { min: 100, max: maxTimeoutMs, default: 10_000 },
    ),
  ),
  username: inSection(
    'authentication',
    textField(
      { pl: 'Nazwa użytkownika, w krokach {{username}}', en: 'Username, {{username}} in the steps' },
      { max: 255 },
    ),
  ),
  password: secret({ pl: 'Hasło, w krokach {{password}}', en: 'Password, {{password}} in the steps' }),
  token: secret({ pl: 'Token, w krokach {{token}}', en: 'Token, {{token}} in the steps' }, 4096),
})

/** A variable that a scenario sets itself; the names of its settings are taken. */
export const variableName = Type.String({
  maxLength: 64,
  pattern: '^(?!(?:username|password|token|one_time_code)$)[a-z][a-z0-9_]*$',
})
export const target = Type.String({ minLength: 1, maxLength: 2048, pattern: webTargetPattern })
export const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: singleLine })
export const expression = Type.String({ minLength: 1, maxLength: maxRegexLength, format: 'regex' })

export const closedObject = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/** Beside what is always there exactly one of the properties, whose name says what is meant. */
export function demandExactlyOne(properties: TProperties, always: TProperties = {}) {
  const count = Object.keys(always).length + 1
  const optional = Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema)] as const)
  return Type.Object(
    { ...always, ...Object.fromEntries(optional) },
    { additionalProperties: false, minProperties: count, maxProperties: count },
  )
}
