import { reviseServices } from '@wachta/database'
import {
  type Call,
  deleteRows,
  lockRows,
  nameSchema,
  type Operation,
  reject,
  rejectAny,
  updateRows,
  type Values,
} from '@wachta/resource'
import { id, idList } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { idListData, readChosenIds } from '../../platform/id-list.ts'
import { service } from './service.ts'

const bulkGroupChangeData = nameSchema(
  'bulk_group_change_data',
  Type.Object({ service_ids: idList().schema, group_id: id().schema }),
)

/** The bulk operations on services; each changes all of them or none. */
export function serviceBulkOperations(): Operation[] {
  const common = { method: 'POST', tag: 'services', access: 'customer', status: 204 } as const

  async function setActive(is_active: boolean, call: Call): Promise<undefined> {
    const { ids, fieldPath } = readChosenIds(call)
    const { before } = await lockRows({ resource: service, ids, fieldPath }, 'update', call)
    rejectAny(findArchivedViolations(is_active ? before : [], fieldPath))
    await changeServices(
      before.filter((each) => each['is_active'] !== is_active),
      { is_active },
      call,
    )
  }

  async function changeServices(before: readonly Values[], values: Values, call: Call): Promise<void> {
    await updateRows({ resource: service, before }, values, call)
    await reviseServices(
      before.map((each) => Number(each['id'])),
      call,
    )
  }

  return [
    {
      ...common,
      id: 'bulk_activate_services',
      path: '/services/bulk_activate',
      summary: 'Switch monitoring on for many services.',
      body: idListData,
      handle: (call) => setActive(true, call),
    },
    {
      ...common,
      id: 'bulk_pause_services',
      path: '/services/bulk_pause',
      summary: 'Switch monitoring off for many services.',
      body: idListData,
      handle: (call) => setActive(false, call),
    },
    {
      ...common,
      id: 'bulk_delete_services',
      path: '/services/bulk_delete',
      summary: 'Delete many services.',
      body: idListData,
      async handle(call) {
        await deleteRows(await lockRows({ resource: service, ...readChosenIds(call) }, 'delete', call), call)
        return undefined
      },
    },
    {
      ...common,
      id: 'bulk_change_group',
      path: '/services/bulk_change_group',
      summary: 'Move many services to a group.',
      body: bulkGroupChangeData,
      async handle(call) {
        const { service_ids: ids, group_id } = call.body as { service_ids: readonly number[]; group_id: number }
        await requireGroup(group_id, call)
        const { before } = await lockRows({ resource: service, ids, fieldPath: 'data.service_ids' }, 'move', call)
        const owner = await lockGroupOwner(group_id, call)
        rejectAny(
          before.flatMap((each, index) =>
            each['owner_id'] === owner
              ? []
              : [{ symbol: 'group_of_another_account', field: `data.service_ids.${index}` }],
          ),
        )
        await changeServices(
          before.filter((each) => each['group_id'] !== group_id),
          { group_id },
          call,
        )
        return undefined
      },
    },
  ]
}

/** Rejects if the caller may not add services to the group. */
async function requireGroup(id: number, call: Call): Promise<void> {
  if (await call.holds('group', id, 'create_services')) return
  reject((await call.holds('group', id, 'read')) ? 'forbidden_field' : 'unknown_reference', 'data.group_id')
}

/** Locks the group, so that it cannot be deleted while services are moved into it. */
async function lockGroupOwner(id: number, { db }: Call): Promise<number> {
  const [found] = await db.query(
    sql<{ owner: number }>`select owner_id as owner from service_group where id = ${id} for share`,
  )
  return found ? found.owner : reject('unknown_reference', 'data.group_id')
}

const findArchivedViolations = (services: readonly Values[], at: string) =>
  services.flatMap((each, index) =>
    each['is_archived'] ? [{ symbol: 'service_is_archived', field: `${at}.${index}` }] : [],
  )
