import type { ExtendedSettingFormat } from '@wachta/client'
import { actionKinds, createAction } from './action-model.ts'
import { assertionKinds, extractionKinds, isEntryOfKinds } from './entry-kinds.ts'

/** The settings that are edited as steps. */
export type StepsKind = Extract<ExtendedSettingFormat['editor'], 'http_steps' | 'browser_steps'>

export const toStepsKind = (editor: ExtendedSettingFormat['editor']): StepsKind | null =>
  editor === 'http_steps' || editor === 'browser_steps' ? editor : null

/** One step as the API has it. Fields that are left out have their default. */
export type Step = Readonly<Record<string, unknown>>

type FieldCheck = (value: unknown) => boolean

const isText: FieldCheck = (value) => typeof value === 'string'
const isObject = (value: unknown): value is Step => typeof value === 'object' && value !== null && !Array.isArray(value)
const createListGuard =
  (check: FieldCheck): FieldCheck =>
  (value) =>
    Array.isArray(value) && value.every(check)

const fields: Readonly<Record<StepsKind, Readonly<Record<string, FieldCheck>>>> = {
  http_steps: {
    name: isText,
    method: isText,
    url: isText,
    headers: createListGuard(isText),
    body: isText,
    assertions: createListGuard((entry) => isEntryOfKinds(entry, assertionKinds)),
    extract: createListGuard((entry) => isEntryOfKinds(entry, extractionKinds, ['variable'])),
  },
  browser_steps: {
    name: isText,
    actions: createListGuard((entry) => isEntryOfKinds(entry, actionKinds)),
    cleanup: (value) => typeof value === 'boolean',
  },
}

/** Parses the JSON of steps. Null if it is not valid, or has something that the editor of steps would not show. */
export function parseSteps(text: string, kind: StepsKind): readonly Step[] | null {
  if (text.trim() === '') return []
  const fieldChecks = fields[kind]
  try {
    const steps: unknown = JSON.parse(text)
    const isKnown = (step: unknown) =>
      isObject(step) && Object.entries(step).every(([name, value]) => fieldChecks[name]?.(value) === true)
    return Array.isArray(steps) && steps.every(isKnown) ? steps : null
  } catch {
    return null
  }
}

/** Writes steps as JSON. Empty optional fields are left out; without a step the text is empty. */
export const writeSteps = (steps: readonly Step[]): string =>
  steps.length === 0 ? '' : JSON.stringify(steps.map(omitEmpty), null, 2)

const optionalFields: ReadonlySet<string> = new Set(['body', 'headers', 'assertions', 'extract', 'cleanup'])

const omitEmpty = (step: Step): Step =>
  Object.fromEntries(
    Object.entries(step).filter(([name, value]) => {
      const isEmpty = value === '' || value === false || (Array.isArray(value) && value.length === 0)
      return !(optionalFields.has(name) && isEmpty)
    }),
  )

/** Leaves out headers of steps that were added and not filled in. */
export const omitBlankHeaders = (steps: unknown): unknown =>
  Array.isArray(steps)
    ? steps.map((step: unknown) =>
        isObject(step) && createListGuard(isText)(step['headers'])
          ? omitEmpty({ ...step, headers: (step['headers'] as string[]).filter((line) => !/^\s*:?\s*$/.test(line)) })
          : step,
      )
    : steps

/** Returns a step to fill in. The first one of a browser opens a page; the others go on from it. */
export const createScenarioStep = (kind: StepsKind, isFirst = true): Step =>
  kind === 'http_steps'
    ? { name: '', method: 'GET', url: '/' }
    : { name: '', actions: [createAction(isFirst ? 'open' : 'click')] }

/** Returns the items with one moved by a number of places. */
export function moveItem<Item>(items: readonly Item[], from: number, offset: number): readonly Item[] {
  const [item] = items.slice(from, from + 1)
  const to = from + offset
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
