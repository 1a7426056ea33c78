import type { ExtendedSettingFormat } from '@wachta/client'

/** The settings that are edited as steps. */
export type StepsKind = Extract<ExtendedSettingFormat['editor'], 'http_steps' | 'browser_steps'>

/** One step as the API has it. Fields that are left out have their default. */
export type Step = Readonly<Record<string, unknown>>

/** An entry of a list in a step, such as an assertion: one property says what it is and holds its value. */
export type StepEntry = Readonly<Record<string, unknown>>

/** The parts of the value of an entry, by its kind. A kind without named parts has one text, or one number. */
export type EntryKinds = Readonly<Record<string, readonly string[] | 'text' | 'number'>>

export const assertionKinds = {
  status_codes: 'text',
  content_regex: 'text',
  negative_content_regex: 'text',
  header: ['name', 'regex'],
  json: ['path', 'value'],
  maximum_response_time: 'number',
} as const satisfies EntryKinds

export const extractionKinds = {
  json_path: 'text',
  header: 'text',
  content_regex: 'text',
} as const satisfies EntryKinds

export const actionKinds = {
  open: 'text',
  click: 'text',
  fill: ['selector', 'value'],
  select: ['selector', 'value'],
  press: 'text',
  wait_for: 'text',
  expect_text: 'text',
  expect_no_text: 'text',
  expect_url: 'text',
} as const satisfies EntryKinds

type FieldCheck = (value: unknown) => boolean

const isText: FieldCheck = (value) => typeof value === 'string'
const isObject = (value: unknown): value is Step => typeof value === 'object' && value !== null && !Array.isArray(value)
const isListOf =
  (check: FieldCheck): FieldCheck =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** Whether an entry has exactly one of the kinds, besides what every entry has. */
const isEntry =
  (kinds: EntryKinds, always: readonly string[] = []): FieldCheck =>
  (value) => {
    if (!isObject(value)) return false
    const kind = findEntryKind(value, kinds)
    return (
      kind !== undefined &&
      Object.keys(value).length === always.length + 1 &&
      always.every((name) => isText(value[name])) &&
      hasParts(value[kind], kinds[kind] ?? 'text')
    )
  }

function hasParts(value: unknown, parts: EntryKinds[string]): boolean {
  if (typeof parts === 'string') return typeof value === (parts === 'text' ? 'string' : 'number')
  return isObject(value) && Object.keys(value).length === parts.length && parts.every((part) => isText(value[part]))
}

const fields: Readonly<Record<StepsKind, Readonly<Record<string, FieldCheck>>>> = {
  http_steps: {
    name: isText,
    method: isText,
    url: isText,
    headers: isListOf(isText),
    body: isText,
    assertions: isListOf(isEntry(assertionKinds)),
    extract: isListOf(isEntry(extractionKinds, ['variable'])),
  },
  browser_steps: { name: isText, actions: isListOf(isEntry(actionKinds)) },
}

/** Parses the JSON of steps. Null if it is not valid, or has something that the editor of steps would not show. */
export function parseSteps(text: string, kind: StepsKind): readonly Step[] | null {
  if (text.trim() === '') return []
  const known = fields[kind]
  try {
    const steps: unknown = JSON.parse(text)
    const isKnown = (step: unknown) =>
      isObject(step) && Object.entries(step).every(([name, value]) => known[name]?.(value) === true)
    return Array.isArray(steps) && steps.every(isKnown) ? steps : null
  } catch {
    return null
  }
}

/** Writes steps as JSON. Empty optional fields are left out; without a step the text is empty. */
export const writeSteps = (steps: readonly Step[]): string =>
  steps.length === 0 ? '' : JSON.stringify(steps.map(omitEmpty), null, 2)

const optional: ReadonlySet<string> = new Set(['body', 'headers', 'assertions', 'extract'])

const omitEmpty = (step: Step): Step =>
  Object.fromEntries(
    Object.entries(step).filter(([name, value]) => {
      const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
      return !(optional.has(name) && isEmpty)
    }),
  )

/** Leaves out headers of steps that were added and not filled in. */
export const omitBlankHeaders = (steps: unknown): unknown =>
  Array.isArray(steps)
    ? steps.map((step: unknown) =>
        isObject(step) && isListOf(isText)(step['headers'])
          ? omitEmpty({ ...step, headers: (step['headers'] as string[]).filter((line) => !/^\s*:?\s*$/.test(line)) })
          : step,
      )
    : steps

export const newStep = (kind: StepsKind): Step =>
  kind === 'http_steps' ? { name: '', method: 'GET', url: '/' } : { name: '', actions: [{ open: '/' }] }

/** Returns the kind of an entry. */
export const findEntryKind = (entry: StepEntry, kinds: EntryKinds): string | undefined =>
  Object.keys(kinds).find((kind) => Object.hasOwn(entry, kind))

/** Returns an entry of another kind; what every entry has stays. */
export function changeKind(entry: StepEntry, kind: string, kinds: EntryKinds): StepEntry {
  const before = findEntryKind(entry, kinds)
  const kept = Object.entries(entry).filter(([name]) => name !== before)
  return { ...Object.fromEntries(kept), [kind]: emptyValue(kinds[kind] ?? 'text') }
}

function emptyValue(parts: EntryKinds[string]): unknown {
  if (typeof parts === 'string') return parts === 'text' ? '' : 1000
  return Object.fromEntries(parts.map((part) => [part, '']))
}

/** Returns the items with one moved by a number of places. */
export function moveItem<Item>(items: readonly Item[], from: number, by: number): readonly Item[] {
  const [item] = items.slice(from, from + 1)
  const to = from + by
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
