import { isDeepStrictEqual } from 'node:util'

/** An object as a declared configuration describes it: what is left out is left to chance, and left alone later. */
export interface Declared {
  readonly external_id: string
  readonly [field: string]: unknown
}

/** An object that is there under its external id, in the form in which it would be declared. */
export interface Existing {
  readonly id: number
  readonly declared: Declared
}

export interface PlannedFieldChange {
  readonly before: unknown
  readonly after: unknown
}

export type PlanStep =
  | { readonly action: 'create'; readonly external_id: string }
  | { readonly action: 'unchanged' | 'delete'; readonly external_id: string; readonly id: number }
  | {
      readonly action: 'change'
      readonly external_id: string
      readonly id: number
      readonly changes: Readonly<Record<string, PlannedFieldChange>>
    }

/** What has to be done so that everything declared is there as declared, and, with `prune`, nothing else is. */
export function buildPlan(
  wanted: readonly Declared[],
  existing: readonly Existing[],
  { prune }: { readonly prune: boolean },
): PlanStep[] {
  const byName = new Map(existing.map((each) => [each.declared.external_id, each]))
  const names = new Set(wanted.map(({ external_id }) => external_id))
  const steps: PlanStep[] = wanted.map((declared) => toStep(declared, byName.get(declared.external_id)))
  for (const { id, declared } of prune ? existing : [])
    if (!names.has(declared.external_id)) steps.push({ action: 'delete', external_id: declared.external_id, id })
  return steps.sort((one, other) => (one.external_id < other.external_id ? -1 : 1))
}

function toStep(declared: Declared, found: Existing | undefined): PlanStep {
  const { external_id } = declared
  if (!found) return { action: 'create', external_id }
  const { id } = found
  const differing = Object.keys(declared).filter((name) => !isAsDeclared(declared[name], found.declared[name]))
  if (differing.length === 0) return { action: 'unchanged', external_id, id }
  const changes = differing.map((name) => [name, { before: found.declared[name], after: declared[name] }])
  return { action: 'change', external_id, id, changes: Object.fromEntries(changes) }
}

/** Whether what is there is as wanted: an object may have more than what is said of it, a list may not. */
export function isAsDeclared(wanted: unknown, there: unknown): boolean {
  if (!isObject(wanted) || !isObject(there)) return isDeepStrictEqual(wanted, there)
  return Object.entries(wanted).every(([key, value]) => isAsDeclared(value, there[key]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
