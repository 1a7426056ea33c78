import { buildPlan, type DeclaredObject, type PlanStep } from '@wachta/domain'
import {
  ApiError,
  type Call,
  createRow,
  deleteRow,
  readRecords,
  updateRow,
  type Values,
  type Violation,
} from '@wachta/resource'
import { sql } from 'kysely'
import type { ApplyKind, ConfigurationSection, DeclaredConfiguration } from '../../platform/apply/kind.ts'
import { findDanglingReferences, type KnownNames, loadKnownNames, sortByReference } from './names.ts'

type PlannedStep = PlanStep & { readonly section: ConfigurationSection }

/** The call, the document, the kinds that it declares, and the known names. */
interface ApplyContext {
  readonly kinds: readonly ApplyKind[]
  readonly wanted: DeclaredConfiguration
  readonly names: KnownNames
  readonly call: Call
}

/**
 * Plans all changes and executes them. Objects that are no longer declared are deleted first, so that they do not
 * conflict with new ones; declared objects are then written in the order of their references; groups are deleted last,
 * when they are empty. If there are violations, all are returned, and the caller must roll back.
 */
export async function executePlan(
  all: readonly ApplyKind[],
  wanted: DeclaredConfiguration,
  call: Call,
): Promise<{ plan: PlannedStep[]; violations: Violation[] }> {
  const kinds = all.filter(({ section }) => wanted.sections[section])
  const work = { kinds, wanted, names: await loadKnownNames(all, wanted.accountId, call), call }
  const unknown = kinds.flatMap((kind) => findDanglingReferences(kind, wanted, work.names))
  if (unknown.length > 0) return { plan: [], violations: unknown }

  const plan = await planAll(work)
  await deleteAll(work, plan, ({ section }) => section !== 'groups')
  const violations = await writeAll(work, plan)
  if (violations.length > 0) return { plan, violations: violations }
  const held = await findStillInUse(plan, call)
  if (held.length === 0) await deleteAll(work, plan, ({ section }) => section === 'groups')
  return { plan, violations: held }
}

async function planAll(work: ApplyContext): Promise<PlannedStep[]> {
  const { kinds, wanted, names } = work
  const plan: PlannedStep[] = []
  for (const kind of kinds) {
    const found = await loadExisting(kind, work)
    const byName = new Map(found.map((record) => [record['external_id'], record]))
    const items = (wanted.sections[kind.section] ?? []).map(
      (item) => kind.normalize?.(item, byName.get(item.external_id), wanted.isDryRun) ?? item,
    )
    const isDeclared = new Set<unknown>(items.map(({ external_id }) => external_id))
    const existing = found
      .filter((record) => isDeclared.has(record['external_id']) || !kind.isKept?.(record))
      .map((record) => ({ id: Number(record['id']), declared: kind.toDeclared(record, names) }))
    plan.push(...buildPlan(items, existing, wanted).map((step) => ({ ...step, section: kind.section })))
  }
  return plan
}

/** Loads and locks the records of the account that have an external id. */
async function loadExisting(kind: ApplyKind, { wanted: { accountId }, call }: ApplyContext): Promise<Values[]> {
  const rows = await call.db.query(sql<{ id: number }>`select id from ${sql.table(kind.resource.table)}
where owner_id = ${accountId} and external_id is not null order by id for update`)
  const ids = rows.map(({ id }) => id)
  const records = await readRecords({ resource: kind.resource, ids }, call)
  const extra = await kind.loadExtra?.(ids, call)
  return records.map((record, index) => ({ ...record, ...extra?.get(ids[index] ?? 0) }))
}

/** Deletes objects in reverse order of sections, so that references are deleted before their targets. */
async function deleteAll(
  { kinds, call }: ApplyContext,
  plan: readonly PlannedStep[],
  chosen: (kind: ApplyKind) => boolean,
): Promise<void> {
  for (const { section, resource } of kinds.filter(chosen).toReversed())
    for (const step of plan)
      if (step.section === section && step.action === 'delete') await deleteRow({ resource, key: step.id }, call)
}

async function writeAll(work: ApplyContext, plan: readonly PlannedStep[]): Promise<Violation[]> {
  const { kinds, wanted, names } = work
  const steps = new Map(plan.map((step) => [`${step.section} ${step.external_id}`, step]))
  const violations: Violation[] = []
  for (const kind of kinds)
    for (const [item, index] of sortByReference(kind, wanted.sections[kind.section] ?? [])) {
      const step = steps.get(`${kind.section} ${item.external_id}`)
      if (!step || step.action === 'unchanged') continue
      const at = `data.${kind.section}.${index}`
      const isReady = kind.references(item).every(({ section, external_id }) => names.has(section, external_id))
      if (isReady) violations.push(...(await write(work, kind, { item, step, at })))
      // A referenced object is missing although nothing failed before, so the items refer to each other in a cycle.
      else if (violations.length === 0) violations.push({ symbol: 'circular_condition', field: at })
    }
  return violations
}

/** A declared object that has to be created or changed. */
interface OutstandingItem {
  readonly item: DeclaredObject
  readonly step: PlannedStep
  /** Its position in the document. */
  readonly at: string
}

/** Creates or changes one object. Returns its violations, with their position in the document. */
async function write(work: ApplyContext, kind: ApplyKind, { item, step, at }: OutstandingItem): Promise<Violation[]> {
  const { names, call } = work
  try {
    const data = { ...kind.data(item, names), external_id: item.external_id }
    if ('id' in step) await updateRow({ resource: kind.resource, key: step.id }, data, call)
    const id = 'id' in step ? step.id : await create(work, kind, data)
    names.register(kind.section, item.external_id, id)
    return ((await kind.writeParts?.(id, item, call)) ?? []).map((violation) => locateViolation(violation, kind, at))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.violations.map((violation) => locateViolation(violation, kind, at))
  }
}

async function create({ wanted, call }: ApplyContext, { resource }: ApplyKind, data: Values): Promise<number> {
  const owned = resource.fields['owner_id'] ? { owner_id: wanted.accountId } : {}
  const answer = await createRow(resource, { ...owned, ...data }, call)
  return Number((answer?.value as { readonly id: number } | undefined)?.id)
}

/** Converts the field of a violation from the resource to the position and name in the document. */
function locateViolation(violation: Violation, { called = {} }: ApplyKind, at: string): Violation {
  const field = violation.field?.startsWith('data.') ? violation.field.slice('data.'.length) : ''
  const [name, other] = Object.entries(called).find(([from]) => field === from || field.startsWith(`${from}.`)) ?? []
  const renamed = name === undefined || other === undefined ? field : `${other}${field.slice(name.length)}`
  return { ...violation, field: renamed === '' ? at : `${at}.${renamed}` }
}

/** Returns a violation if a group that is to be deleted still contains services. */
async function findStillInUse(plan: readonly PlannedStep[], { db }: Call): Promise<Violation[]> {
  const gone = plan.flatMap((step) => (step.section === 'groups' && step.action === 'delete' ? [step.id] : []))
  const [held] = await db.query(sql`select from service where group_id = any(${gone}) limit 1`)
  return held ? [{ symbol: 'still_in_use', field: 'data.groups' }] : []
}
