type State = Readonly<Record<string, unknown>> | null

export interface AuditedChange {
  readonly field: string
  /** Undefined if the field did not exist. */
  readonly before: string | undefined
  readonly after: string | undefined
}

export type AuditKind = 'added' | 'removed' | 'changed' | 'done'

/** Derives the kind of change from the states before and after. */
export function getAuditKind(before: State, after: State): AuditKind {
  if (before === null && after === null) return 'done'
  if (after === null) return 'removed'
  // Only a complete record has an id. Partial records, such as of a new password, omit values that must not be logged.
  return before === null && Object.hasOwn(after, 'id') ? 'added' : 'changed'
}

/** Returns the changed fields, sorted by name. */
export function compareFields(before: State, after: State): AuditedChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .toSorted()
    .map((field) => ({ field, before: formatValue(before, field), after: formatValue(after, field) }))
    .filter((change) => change.before !== change.after)
}

function formatValue(state: State, field: string): string | undefined {
  if (state === null || !Object.hasOwn(state, field)) return undefined
  const value = state[field]
  return typeof value === 'string' ? value : JSON.stringify(value)
}
