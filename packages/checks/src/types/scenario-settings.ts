import type { Localized } from '@wachta/domain'
import { type TProperties, type TSchema, Type } from 'typebox'
import { singleLinePattern, webTargetPattern } from './patterns.ts'
import {
  inSection,
  integerField,
  maxRegexLength,
  type ScenarioEditor,
  secretField,
  sequenceField,
  textField,
} from './setting.ts'
import { maxTimeoutMs, sensorSettings, timeoutSetting } from './shared-settings.ts'

export const maxSteps = 50

interface ScenarioSteps {
  readonly step: TSchema
  readonly editor: ScenarioEditor
  /** False if another setting can replace them. */
  readonly required?: boolean
}

/** Settings of all scenarios. Steps refer to secrets as {{password}} and {{token}} and need not contain them. */
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
  password: secretField({ pl: 'Hasło, w krokach {{password}}', en: 'Password, {{password}} in the steps' }),
  token: secretField({ pl: 'Token, w krokach {{token}}', en: 'Token, {{token}} in the steps' }, 4096),
})

/** A variable that a scenario sets itself; it cannot have the name of a setting. */
export const variableName = Type.String({
  maxLength: 64,
  pattern: '^(?!(?:username|password|token|one_time_code)$)[a-z][a-z0-9_]*$',
})
export const targetSchema = Type.String({ minLength: 1, maxLength: 2048, pattern: webTargetPattern })
export const lineSchema = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: singleLinePattern })
export const regexSchema = Type.String({ minLength: 1, maxLength: maxRegexLength, format: 'regex' })

export const closedObject = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

/** An object with the common properties and exactly one of the others, whose name is the kind of the entry. */
export function demandExactlyOne(properties: TProperties, common: TProperties = {}) {
  const count = Object.keys(common).length + 1
  const optional = Object.entries(properties).map(([key, schema]) => [key, Type.Optional(schema)] as const)
  return Type.Object(
    { ...common, ...Object.fromEntries(optional) },
    { additionalProperties: false, minProperties: count, maxProperties: count },
  )
}
