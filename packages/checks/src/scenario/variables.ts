import { CheckFailure } from '../failure.ts'
import { encodeForm, encodeStrictly } from '../masking.ts'

/** Where a value is inserted, which determines its encoding. */
export type ValueContext = 'address' | 'header' | 'json' | 'form' | 'text'

/** The variables of a scenario: settings, and values extracted from answers. */
export interface ScenarioVariables {
  set(name: string, value: string): void
  /** Replaces every `{{name}}` in a text; throws a CheckFailure if one has no value. */
  fill(text: string, context: ValueContext): string
  /** The values extracted from answers. */
  listExtracted(): readonly string[]
}

const maxValueLength = 16_384
const maxTextLength = 262_144
/** Limits the extracted values, because all of them are searched for and masked in evidence. */
const maxExtracted = { values: 100, characters: 65_536 }

const variableReference = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g

const encoders: Readonly<Record<ValueContext, (value: string) => string>> = {
  address: encodeStrictly,
  header: (value) => {
    if (!/^[\t\u0020-\u007e\u00a0-\u00ff]*$/.test(value))
      throw new CheckFailure('scenario_step_failed', 'the value of a variable is not allowed in a header')
    return value
  },
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeForm,
  text: (value) => value,
}

export function createVariables(settings: Readonly<Record<string, unknown>>): ScenarioVariables {
  const settingValues = new Map(
    Object.entries(settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const extracted = new Map<string, string>()
  return {
    set(name, value) {
      if (value.length > maxValueLength)
        throw new CheckFailure(
          'scenario_variable_missing',
          `the value of ${name} is longer than ${maxValueLength} characters`,
        )
      extracted.set(name, value)
      const characters = extracted.values().reduce((sum, { length }) => sum + length, 0)
      if (extracted.size > maxExtracted.values || characters > maxExtracted.characters)
        throw new CheckFailure('scenario_step_failed', 'the steps extract more values than a scenario can hold')
    },
    fill(text, context) {
      const filled = text.replace(variableReference, (_, name: string) => {
        const value = extracted.get(name) ?? settingValues.get(name)
        if (value === undefined) throw new CheckFailure('scenario_variable_undefined', `{{${name}}} has no value`)
        return encoders[context](value)
      })
      if (filled.length > maxTextLength)
        throw new CheckFailure(
          'scenario_step_failed',
          `with its variables the text exceeds ${maxTextLength} characters`,
        )
      return filled
    },
    listExtracted: () => [...extracted.values()],
  }
}
