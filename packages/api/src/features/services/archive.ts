import { reviseServices } from '@wachta/database'
import { lockRow, type Operation, parseKey, updateRows } from '@wachta/resource'
import { rejectServicesBeyondPackage } from '../packages/limits.ts'
import { service } from './service.ts'

/** The operations that archive a service (it keeps its history, but is not checked or counted) and restore it. */
export const serviceArchiveOperations: readonly Operation[] = (['archive', 'restore'] as const).map((action) => ({
  id: `${action}_service`,
  method: 'POST',
  path: `/services/{_id}/${action}`,
  tag: 'services',
  summary: action === 'archive' ? 'Archive a service.' : 'Restore an archived service; it stays switched off.',
  access: 'customer',
  on: { resource: 'service', flag: action },
  status: 204,
  async handle(call) {
    const id = Number(parseKey(service, call))
    const before = await lockRow({ resource: service, key: id }, action, call)
    const values = action === 'archive' ? { is_archived: true, is_active: false } : { is_archived: false }
    const owner = Number(before['owner_id'])
    await updateRows({ resource: service, before: [before] }, values, call)
    if (action === 'restore') await rejectServicesBeyondPackage(owner, { ids: [id], fields: {} }, call)
    await reviseServices([id], call)
    return undefined
  },
}))
