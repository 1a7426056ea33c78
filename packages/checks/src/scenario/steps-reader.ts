import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { CheckFailure } from '../failure.ts'
import type { CheckSettings } from '../types/setting.ts'

/**
 * Creates the function that reads the steps of a scenario from its settings. The API has validated them, but perhaps
 * with the rules of another version. Regular expressions are validated where they are used: they have the syntax of
 * RE2, and TypeBox would demand the syntax of JavaScript.
 */
export function createStepsReader<Step>(step: TSchema): (settings: CheckSettings) => readonly Step[] {
  const schema = Type.Array(Type.Unsafe<Step>(omitFormats(step)), { minItems: 1 })
  return ({ steps }) => {
    if (!Value.Check(schema, steps)) throw new CheckFailure('settings_invalid', 'the steps cannot be read')
    return steps
  }
}

const omitFormats = (schema: TSchema): TSchema =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'format' ? undefined : value)))
