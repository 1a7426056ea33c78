import { isDeepStrictEqual } from 'node:util'

/** An object of a declared configuration. Fields that are left out may have any value and are never changed. */
export interface DeclaredObject {
  readonly external_id: string
  readonly [field: string]: unknown
}

/** An existing object with its external id, in the form in which it would be declared. */
export interface ExistingObject {
  readonly id: number
  readonly declared: DeclaredObject
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

/** Returns the steps after which all declared objects exist as declared and, with `prune`, no others. */
export function buildPlan(
  declaredObjects: readonly DeclaredObject[],
  existing: readonly ExistingObject[],
  { prune }: { readonly prune: boolean },
): PlanStep[] {
  const byExternalId = new Map(existing.map((each) => [each.declared.external_id, each]))
  const declaredIds = new Set(declaredObjects.map(({ external_id }) => external_id))
  const steps: PlanStep[] = declaredObjects.map((declared) => toStep(declared, byExternalId.get(declared.external_id)))
  for (const { id, declared } of prune ? existing : [])
    if (!declaredIds.has(declared.external_id)) steps.push({ action: 'delete', external_id: declared.external_id, id })
  return steps.sort((one, other) => (one.external_id < other.external_id ? -1 : 1))
}

function toStep(declared: DeclaredObject, found: ExistingObject | undefined): PlanStep {
  const { external_id } = declared
  if (!found) return { action: 'create', external_id }
  const { id } = found
  const differing = Object.keys(declared).filter((name) => !isAsDeclared(declared[name], found.declared[name]))
  if (differing.length === 0) return { action: 'unchanged', external_id, id }
  const changes = differing.map((name) => [name, { before: found.declared[name], after: declared[name] }])
  return { action: 'change', external_id, id, changes: Object.fromEntries(changes) }
}

/** Whether a value is as declared: an object may have additional fields, a list may not have additional items. */
export function isAsDeclared(declared: unknown, actual: unknown): boolean {
  if (!isObject(declared) || !isObject(actual)) return isDeepStrictEqual(declared, actual)
  return Object.entries(declared).every(([key, value]) => isAsDeclared(value, actual[key]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
