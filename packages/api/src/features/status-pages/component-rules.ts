import {
  type ComponentProblem,
  type ComponentSource,
  defaultGroupRule,
  defaultGroupShare,
  findComponentProblems,
} from '@wachta/domain'
import { type Call, reject, rejectAny, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'
import { createForeignRowViolations } from '../../platform/belonging.ts'

const maxComponents = 200

export async function prepareComponent(data: Values, call: Call): Promise<Values> {
  const { owner, componentCount } = await findPage(Number(data['status_page_id']), call)
  if (componentCount >= maxComponents) reject('too_many_objects', undefined, { limit: maxComponents })
  rejectAny([...findSourceViolations(data), ...(await findSubjectViolations(data, owner, call))])
  return data
}

export async function prepareComponentChange(changes: Values, before: Values, call: Call): Promise<Values> {
  rejectAny([
    ...findSourceViolations({ ...before, ...changes }),
    ...(await findSubjectViolations(changes, Number(before['owner_id']), call)),
  ])
  return changes
}

async function findPage(id: number, { db }: Call): Promise<{ owner: number; componentCount: number }> {
  const [found] = await db.query(sql<{ owner: number; componentCount: number }>`select p.owner_id as owner,
  (select count(*)::int from status_page_component c where c.status_page_id = p.id) as "componentCount"
from status_page p where p.id = ${id}`)
  return found ?? reject('unknown_reference', 'data.status_page_id')
}

function findSourceViolations(data: Values): Violation[] {
  const source = {
    serviceId: data['service_id'] ?? null,
    groupId: data['group_id'] ?? null,
    manualStatus: data['manual_status'] ?? null,
    groupRule: data['group_rule'] ?? defaultGroupRule,
    groupShare: data['group_share'] ?? defaultGroupShare,
    showsResponseTime: data['shows_response_time'] ?? false,
  } as ComponentSource
  return findComponentProblems(source).map((problem) => ({ symbol: toSymbol(problem), field: toField(problem) }))
}

const toSymbol = ({ reason }: ComponentProblem): string =>
  reason === 'source' ? 'component_source' : 'setting_without_effect'
const toField = (problem: ComponentProblem): string =>
  problem.reason === 'source' ? 'data' : `data.${problem.setting}`

/**
 * A page may show only services and groups that belong to its owner or are shared with it. This also holds if an
 * administrator edits the page, who can read the services of all accounts.
 */
async function findSubjectViolations(
  { service_id, group_id }: Values,
  owner: number,
  call: Call,
): Promise<Violation[]> {
  return [
    ...(await findForeignViolations(
      { resource: 'service', table: 'service', group: 'group_id', id: service_id },
      owner,
      call,
    )),
    ...(await findForeignViolations(
      { resource: 'group', table: 'service_group', group: 'id', id: group_id },
      owner,
      call,
    )),
  ]
}

interface ComponentSubject {
  readonly resource: 'service' | 'group'
  readonly table: string
  /** The column with the id of the group, which shares refer to. */
  readonly group: string
  readonly id: unknown
}

async function findForeignViolations(
  { resource, table, group, id }: ComponentSubject,
  owner: number,
  call: Call,
): Promise<Violation[]> {
  if (typeof id !== 'number') return []
  const found =
    await call.db.query(sql`select from ${sql.table(table)} as v where v.id = ${id} and (v.owner_id = ${owner}
  or exists (select from group_share s where s.group_id = v.${sql.id(group)} and s.account_id = ${owner})) for key share of v`)
  if (found.length > 0) return []
  return createForeignRowViolations({ resource, ids: [id], field: `data.${resource}_id` }, call)
}
