/** A migration that takes away or changes what the version before it uses says so in its name: `0042-breaking-….sql`. */
const isBreaking = (name: string): boolean => /^\d+-breaking-/.test(name)

/** How the schema of a database stands to a version of the code. */
export type SchemaState =
  | { readonly kind: 'current' }
  /** The code knows migrations that the database has not had. */
  | { readonly kind: 'older'; readonly pending: readonly string[] }
  /** A newer version has added to it; what this one uses is as it was. */
  | { readonly kind: 'newer'; readonly unknown: readonly string[] }
  /** A newer version has changed what this one uses. */
  | { readonly kind: 'foreign'; readonly unknown: readonly string[] }

/** Judges by the names of migrations: those that the code brings, and those that the database has had. */
export function judgeSchema(known: readonly string[], applied: readonly string[]): SchemaState {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.some(isBreaking)) return { kind: 'foreign', unknown }
  const pending = known.filter((name) => !applied.includes(name))
  if (pending.length > 0) return { kind: 'older', pending }
  return unknown.length > 0 ? { kind: 'newer', unknown } : { kind: 'current' }
}

/** The database and this version of the code do not belong together. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly state: SchemaState

  constructor(state: SchemaState) {
    super(complaintOf(state))
    this.state = state
  }
}

function complaintOf(state: SchemaState): string {
  if (state.kind === 'older') return `The database lacks ${state.pending.join(', ')}. Run \`wachta migrate\` first.`
  const unknown = 'unknown' in state ? state.unknown.join(', ') : ''
  return `The database was migrated by a newer version (${unknown}). Install that version or restore a backup.`
}
