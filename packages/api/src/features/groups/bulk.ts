import { deleteRows, lockRows, type Operation } from '@wachta/resource'
import { idListData, readChosenIds } from '../../platform/id-list.ts'
import { group } from './group.ts'

export const bulkDeleteGroups: Operation = {
  id: 'bulk_delete_groups',
  method: 'POST',
  path: '/groups/bulk_delete',
  tag: 'groups',
  summary: 'Delete many groups; if one of them has services, none is deleted.',
  access: 'customer',
  body: idListData,
  status: 204,
  async handle(call) {
    await deleteRows(await lockRows({ resource: group, ...readChosenIds(call) }, 'delete', call), call)
    return undefined
  },
}
