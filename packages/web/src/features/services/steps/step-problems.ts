import type { FieldErrors } from '../../../app/forms/field-errors.ts'
import type { StepTranslate } from './step-texts.ts'
import { type UnsetReference, writeReference } from './variables.ts'

/** Something that is wrong with a step. */
export interface StepProblem {
  /** The index of the action, or the name of the field. */
  readonly at: number | string
  readonly text: string
}

/** Returns the sentences about one action or one field. */
export type ProblemsAt = (at: StepProblem['at']) => readonly string[]

export const toProblemsAt =
  (problems: readonly StepProblem[]): ProblemsAt =>
  (at) => [...new Set(problems.filter((each) => each.at === at).map(({ text }) => text))]

/** Says why a variable has no value. */
export function explainUnset({ name, at, reason, step = 0 }: UnsetReference, t: StepTranslate): StepProblem {
  // A number is the index of an action; a name is always a field of a request.
  const key = reason === 'literal' && typeof at === 'string' ? 'literalRequest' : reason
  return { at, text: t(`unset.${key}`, { variable: writeReference(name), number: step + 1 }) }
}

/** Returns the errors of the API by the index of their step; `key` is the setting that has the steps. */
export function listStepErrors(fieldErrors: FieldErrors, key: string): ReadonlyMap<number, readonly StepProblem[]> {
  const start = `extended_settings.${key}.`
  const problems = new Map<number, readonly StepProblem[]>()
  for (const [field, messages] of fieldErrors) {
    if (!field.startsWith(start)) continue
    const [step = '', name = '', entry = ''] = field.slice(start.length).split('.')
    if (!/^\d+$/.test(step)) continue
    const at = name === 'actions' && entry !== '' ? Number(entry) : name
    problems.set(Number(step), [...(problems.get(Number(step)) ?? []), ...messages.map((text) => ({ at, text }))])
  }
  return problems
}
