/** An entry of a list in a step, such as an assertion: one property says what it is and holds its value. */
export type StepEntry = Readonly<Record<string, unknown>>

/** The parts of the value of an entry, by its kind. A kind without named parts has one text, one number, or `true`. */
export type EntryKinds = Readonly<Record<string, readonly string[] | 'text' | 'number' | 'flag'>>

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

/** Whether an entry has exactly one kind, besides the fields that entries of all kinds have. */
export function isEntryOfKinds(value: unknown, kinds: EntryKinds, commonFields: readonly string[] = []): boolean {
  if (!isEntry(value)) return false
  const kind = findEntryKind(value, kinds)
  return (
    kind !== undefined &&
    Object.keys(value).length === commonFields.length + 1 &&
    commonFields.every((name) => typeof value[name] === 'string') &&
    hasParts(value[kind], kinds[kind] ?? 'text')
  )
}

const isEntry = (value: unknown): value is StepEntry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasParts(value: unknown, parts: EntryKinds[string]): boolean {
  if (parts === 'flag') return value === true
  if (typeof parts === 'string') return typeof value === (parts === 'text' ? 'string' : 'number')
  return (
    isEntry(value) &&
    Object.keys(value).length === parts.length &&
    parts.every((part) => typeof value[part] === 'string')
  )
}

/** Returns the kind of an entry. */
export const findEntryKind = (entry: StepEntry, kinds: EntryKinds): string | undefined =>
  Object.keys(kinds).find((kind) => Object.hasOwn(entry, kind))

/** Changes the kind of an entry; the fields that entries of all kinds have are kept. */
export function changeKind(entry: StepEntry, kind: string, kinds: EntryKinds): StepEntry {
  const formerKind = findEntryKind(entry, kinds)
  const otherFields = Object.entries(entry).filter(([name]) => name !== formerKind)
  return { ...Object.fromEntries(otherFields), [kind]: createEmptyValue(kinds[kind] ?? 'text') }
}

function createEmptyValue(parts: EntryKinds[string]): unknown {
  if (parts === 'flag') return true
  if (typeof parts === 'string') return parts === 'text' ? '' : 1000
  return Object.fromEntries(parts.map((part) => [part, '']))
}
