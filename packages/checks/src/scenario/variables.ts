import { CheckFailure } from '../failure.ts'
import { encodeForm, encodeStrictly } from '../masking.ts'

/** Where a value is inserted, which determines its encoding. */
export type ValueContext = 'address' | 'header' | 'json' | 'form' | 'text'

/** The variables of a scenario: settings, and values extracted from answers. */
export interface ScenarioVariables {
  set(name: string, value: string): void
  /** Replaces every `{{name}}` in a text; throws a CheckFailure if one has no value. */
  fill(text: string, place: ValueContext): string
  /** The values extracted from answers. */
  learned(): readonly string[]
}

const maxValue = 16_384
const maxText = 262_144
/** Limits the extracted values, because all of them are searched for and masked in evidence. */
const maxLearned = { values: 100, characters: 65_536 }

const reference = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g

const writings: Readonly<Record<ValueContext, (value: string) => string>> = {
  address: encodeStrictly,
  header: (value) => {
    if (!/^[\t\u0020-\u007e\u00a0-\u00ff]*$/.test(value))
      throw new CheckFailure('scenario_step_failed', 'the value of a variable cannot stand in a header')
    return value
  },
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeForm,
  text: (value) => value,
}

export function createVariables(given: Readonly<Record<string, unknown>>): ScenarioVariables {
  const known = new Map(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const learned = new Map<string, string>()
  return {
    set(name, value) {
      if (value.length > maxValue)
        throw new CheckFailure(
          'scenario_variable_missing',
          `the value of ${name} is longer than ${maxValue} characters`,
        )
      learned.set(name, value)
      const characters = learned.values().reduce((sum, { length }) => sum + length, 0)
      if (learned.size > maxLearned.values || characters > maxLearned.characters)
        throw new CheckFailure('scenario_step_failed', 'the steps extract more than a scenario may hold')
    },
    fill(text, place) {
      const filled = text.replace(reference, (_, name: string) => {
        const value = learned.get(name) ?? known.get(name)
        if (value === undefined) throw new CheckFailure('scenario_variable_undefined', `{{${name}}} has no value`)
        return writings[place](value)
      })
      if (filled.length > maxText)
        throw new CheckFailure('scenario_step_failed', `with its variables the text exceeds ${maxText} characters`)
      return filled
    },
    learned: () => [...learned.values()],
  }
}
