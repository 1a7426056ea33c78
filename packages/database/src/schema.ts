/** A migration that removes or changes something that the previous version uses is named `0042-breaking-….sql`. */
const isBreaking = (name: string): boolean => /^\d+-breaking-/.test(name)

/** The schema of a database compared with a version of the code. */
export type SchemaState =
  | { readonly kind: 'current' }
  /** Some migrations of this version were not applied. */
  | { readonly kind: 'older'; readonly pending: readonly string[] }
  /** A newer version has only added to the schema, so this version works with it. */
  | { readonly kind: 'newer'; readonly unknown: readonly string[] }
  /** A newer version has changed something that this version uses. */
  | { readonly kind: 'foreign'; readonly unknown: readonly string[] }

/** Compares the names of the migrations of this version with those that were applied. */
export function judgeSchema(known: readonly string[], applied: readonly string[]): SchemaState {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.some(isBreaking)) return { kind: 'foreign', unknown }
  const pending = known.filter((name) => !applied.includes(name))
  if (pending.length > 0) return { kind: 'older', pending }
  return unknown.length > 0 ? { kind: 'newer', unknown } : { kind: 'current' }
}

/** The database does not match this version of the code. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly state: SchemaState

  constructor(state: SchemaState) {
    super(describeState(state))
    this.state = state
  }
}

function describeState(state: SchemaState): string {
  if (state.kind === 'older') return `The database lacks ${state.pending.join(', ')}. Run \`wachta migrate\` first.`
  const unknown = 'unknown' in state ? state.unknown.join(', ') : ''
  return `The database was migrated by a newer version (${unknown}). Install that version or restore a backup.`
}
