import { type ActionInputKind, listActionParts } from './action-model.ts'
import type { Step, StepsKind } from './step-model.ts'
import { getEntries, getText, getTextList } from './step-values.ts'

/** A variable that the settings of the service give a value. */
export interface GivenVariable {
  readonly name: string
  readonly isSet: boolean
}

/** A variable that a step sets. */
export interface StepVariable {
  readonly name: string
  /** The index of the step that sets it first. */
  readonly step: number
}

/** A reference to a variable that is not replaced by a value. */
export interface UnsetReference {
  readonly name: string
  /** The index of the action, or the name of the field, that has the reference. */
  readonly at: number | string
  /**
   * The variable is set later, is a setting without a value, does not exist, or is in a place where variables are not
   * replaced.
   */
  readonly reason: 'later' | 'empty' | 'unknown' | 'literal'
  /** With the reason `later`: the index of the step that sets the variable. */
  readonly step?: number
}

export const writeReference = (name: string): string => `{{${name}}}`

const referencePattern = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g

/** Lists the variables that steps set, in the order in which they run. */
export function listStepVariables(steps: readonly Step[], kind: StepsKind): readonly StepVariable[] {
  const found = new Map<string, number>()
  for (const { step, events } of listInRunOrder(steps, kind))
    for (const { sets } of events) if (sets !== '' && !found.has(sets)) found.set(sets, step)
  return [...found].map(([name, step]) => ({ name, step }))
}

/** Finds references that are not replaced by a value, by the index of the step. */
export function findUnsetReferences(
  steps: readonly Step[],
  kind: StepsKind,
  given: readonly GivenVariable[],
): ReadonlyMap<number, readonly UnsetReference[]> {
  const settings = new Map(given.map(({ name, isSet }) => [name, isSet]))
  const settingSteps = new Map(listStepVariables(steps, kind).map(({ name, step }) => [name, step]))
  const setNames = new Set(given.filter(({ isSet }) => isSet).map(({ name }) => name))
  const found = new Map<number, readonly UnsetReference[]>()
  for (const { step, events } of listInRunOrder(steps, kind))
    for (const { at, uses, literals, sets } of events) {
      const unset: readonly UnsetReference[] = [
        ...uses
          .filter((name) => !setNames.has(name))
          .map((name) => ({ name, at, ...getUnsetReason(name, settings, settingSteps) })),
        ...literals.map((name) => ({ name, at, reason: 'literal' as const })),
      ]
      if (unset.length > 0) found.set(step, [...(found.get(step) ?? []), ...unset])
      if (sets !== '') setNames.add(sets)
    }
  return found
}

function getUnsetReason(
  name: string,
  settings: ReadonlyMap<string, boolean>,
  settingSteps: ReadonlyMap<string, number>,
): Pick<UnsetReference, 'reason' | 'step'> {
  const step = settingSteps.get(name)
  if (step !== undefined) return { reason: 'later', step }
  return { reason: settings.has(name) ? 'empty' : 'unknown' }
}

/** The references in one part of a step, such as an action or a field, and the variable that it sets. */
interface VariableEvent {
  readonly at: UnsetReference['at']
  /** The names that are replaced by their values. */
  readonly uses: readonly string[]
  /** The names in texts that are taken as they are, such as regular expressions. */
  readonly literals: readonly string[]
  /** Empty if none is set. */
  readonly sets: string
}

/** Returns the events of the steps in the order in which the steps run: cleanup steps come last. */
function listInRunOrder(steps: readonly Step[], kind: StepsKind) {
  const all = steps.map((step, index) => ({
    step: index,
    events: kind === 'http_steps' ? listRequestEvents(step) : listActionEvents(step),
    isCleanup: step['cleanup'] === true,
  }))
  return [...all.filter(({ isCleanup }) => !isCleanup), ...all.filter(({ isCleanup }) => isCleanup)]
}

const listRequestEvents = (step: Step): readonly VariableEvent[] => [
  ...['url', 'headers', 'body'].map((field) => ({
    at: field,
    uses: listReferences([getText(step, field), ...getTextList(step, field)]),
    literals: [],
    sets: '',
  })),
  { at: 'assertions', uses: [], literals: listReferences([JSON.stringify(step['assertions'] ?? [])]), sets: '' },
  ...getEntries(step, 'extract').map((entry) => ({
    at: 'extract',
    uses: [],
    literals: listReferences([JSON.stringify(entry)]),
    sets: getText(entry, 'variable'),
  })),
]

const listActionEvents = (step: Step): readonly VariableEvent[] =>
  getEntries(step, 'actions').map((action, at) => {
    const [replacedTexts, literalTexts] = [new Set<string>(), new Set<string>()]
    for (const { input, value } of listActionParts(action))
      (replacedInputs.has(input) ? replacedTexts : literalTexts).add(input === 'variable' ? '' : value)
    const variable = listActionParts(action).find(({ input }) => input === 'variable')
    return {
      at,
      uses: listReferences([...replacedTexts]),
      literals: listReferences([...literalTexts]),
      sets: variable?.value ?? '',
    }
  })

/**
 * The inputs in which a sensor replaces variables by their values. It uses regular expressions and names of attributes
 * unchanged.
 */
const replacedInputs: ReadonlySet<ActionInputKind> = new Set(['address', 'selector', 'text'])

const listReferences = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(referencePattern)].map(([, name = '']) => name))),
]
