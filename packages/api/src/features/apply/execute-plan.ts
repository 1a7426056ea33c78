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

export type PlannedStep = PlanStep & { readonly section: ConfigurationSection }

/** The call, the document, the kinds that it declares, and the known names. */
interface ApplyContext {
  readonly kinds: readonly ApplyKind[]
  readonly configuration: DeclaredConfiguration
  readonly names: KnownNames
  readonly call: Call
}

/**
 * Plans all changes and executes them. Objects that are no longer declared are deleted first, so that they do not
 * conflict with new ones; declared objects are then written in the order of their references; groups are deleted last,
 * when they are empty. If violations are returned, the caller must roll back.
 */
export async function executePlan(
  all: readonly ApplyKind[],
  configuration: DeclaredConfiguration,
  call: Call,
): Promise<{ plan: PlannedStep[]; violations: Violation[] }> {
  const kinds = all.filter(({ section }) => configuration.sections[section])
  const context = { kinds, configuration, names: await loadKnownNames(all, configuration.accountId, call), call }
  const plan = await planAll(context)
  const remainingNames = omitDeleted(context.names, plan)
  const danglingReferences = kinds.flatMap((kind) =>
    findDanglingReferences(kind, configuration.sections, remainingNames),
  )
  if (danglingReferences.length > 0) return { plan: [], violations: danglingReferences }

  await deleteAll(context, plan, ({ section }) => section !== 'groups')
  const violations = await writeAll(context, plan)
  if (violations.length > 0) return { plan, violations }
  const groupsInUse = await findStillInUse(plan, call)
  if (groupsInUse.length === 0) await deleteAll(context, plan, ({ section }) => section === 'groups')
  return { plan, violations: groupsInUse }
}

async function planAll(context: ApplyContext): Promise<PlannedStep[]> {
  const { kinds, configuration, names } = context
  const plan: PlannedStep[] = []
  for (const kind of kinds) {
    const found = await loadExisting(kind, context)
    const byName = new Map(found.map((record) => [record['external_id'], record]))
    const items = (configuration.sections[kind.section] ?? []).map(
      (item) => kind.normalize?.(item, byName.get(item.external_id), configuration.isDryRun) ?? item,
    )
    const declaredNames = new Set<unknown>(items.map(({ external_id }) => external_id))
    const existing = found
      .filter((record) => declaredNames.has(record['external_id']) || !kind.isKept?.(record))
      .map((record) => ({ id: Number(record['id']), declared: kind.toDeclared(record, names) }))
    plan.push(...buildPlan(items, existing, configuration).map((step) => ({ ...step, section: kind.section })))
  }
  return plan
}

/** Returns the names without those of objects that the plan deletes. */
function omitDeleted(names: KnownNames, plan: readonly PlannedStep[]): Pick<KnownNames, 'has'> {
  const deletions = plan.filter(({ action }) => action === 'delete')
  const deletedNames = new Set(deletions.map(({ section, external_id }) => `${section} ${external_id}`))
  return {
    has: (section, externalId) => names.has(section, externalId) && !deletedNames.has(`${section} ${externalId}`),
  }
}

/** Loads and locks the records of the account that have an external id. */
async function loadExisting(kind: ApplyKind, { configuration: { accountId }, call }: ApplyContext): Promise<Values[]> {
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
  isIncluded: (kind: ApplyKind) => boolean,
): Promise<void> {
  for (const { section, resource } of kinds.filter(isIncluded).toReversed())
    for (const step of plan)
      if (step.section === section && step.action === 'delete') await deleteRow({ resource, key: step.id }, call)
}

async function writeAll(context: ApplyContext, plan: readonly PlannedStep[]): Promise<Violation[]> {
  const { kinds, configuration, names } = context
  const steps = new Map(plan.map((step) => [`${step.section} ${step.external_id}`, step]))
  const violations: Violation[] = []
  for (const kind of kinds)
    for (const [item, index] of sortByReference(kind, configuration.sections[kind.section] ?? [])) {
      const step = steps.get(`${kind.section} ${item.external_id}`)
      if (!step || step.action === 'unchanged') continue
      const at = `data.${kind.section}.${index}`
      const isReady = kind.references(item).every(({ section, external_id }) => names.has(section, external_id))
      if (isReady) violations.push(...(await write(context, kind, { item, step, at })))
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
async function write(
  context: ApplyContext,
  kind: ApplyKind,
  { item, step, at }: OutstandingItem,
): Promise<Violation[]> {
  const { names, call } = context
  try {
    const data = { ...kind.data(item, names), external_id: item.external_id }
    if ('id' in step) await updateRow({ resource: kind.resource, key: step.id }, data, call)
    const id = 'id' in step ? step.id : await create(context, kind, data)
    names.register(kind.section, item.external_id, id)
    return ((await kind.writeParts?.(id, item, call)) ?? []).map((violation) => locateViolation(violation, kind, at))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.violations.map((violation) => locateViolation(violation, kind, at))
  }
}

async function create({ configuration, call }: ApplyContext, { resource }: ApplyKind, data: Values): Promise<number> {
  const ownerColumns = resource.fields['owner_id'] ? { owner_id: configuration.accountId } : {}
  const answer = await createRow(resource, { ...ownerColumns, ...data }, call)
  return Number((answer?.value as { readonly id: number } | undefined)?.id)
}

/** Converts the field of a violation from the resource to the position and name in the document. */
function locateViolation(violation: Violation, { documentNames = {} }: ApplyKind, at: string): Violation {
  const field = violation.field?.startsWith('data.') ? violation.field.slice('data.'.length) : ''
  const [resourceField, documentField] =
    Object.entries(documentNames).find(([from]) => field === from || field.startsWith(`${from}.`)) ?? []
  const renamed =
    resourceField === undefined || documentField === undefined
      ? field
      : `${documentField}${field.slice(resourceField.length)}`
  return { ...violation, field: renamed === '' ? at : `${at}.${renamed}` }
}

/** Returns a violation if a group that is to be deleted still contains services. */
async function findStillInUse(plan: readonly PlannedStep[], { db }: Call): Promise<Violation[]> {
  const deletedGroupIds = plan.flatMap((step) =>
    step.section === 'groups' && step.action === 'delete' ? [step.id] : [],
  )
  const [service] = await db.query(sql`select from service where group_id = any(${deletedGroupIds}) limit 1`)
  return service ? [{ symbol: 'still_in_use', field: 'data.groups' }] : []
}
