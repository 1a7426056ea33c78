import type { RecordSource } from '@wachta/history'
import { type Call, type Operation, type OperationAnswer, parseKey, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext } from '../../platform/context.ts'
import { service } from './service.ts'

interface Description extends Pick<Operation, 'id' | 'path' | 'summary' | 'query' | 'result' | 'description'> {
  /** Whether the account can still call the operation after it has deleted the service. */
  readonly outlivesService?: boolean
}

/** A call of an operation under one service, with the source of the record of the service. */
export interface ServiceCall extends Call {
  readonly source: RecordSource
}

/** Returns a function that creates GET operations under one service, for callers who may read it. */
export function createServiceOperationBuilder(tag: string, { history }: Pick<ApiContext, 'history'> = {}) {
  return (
    { outlivesService = false, ...operation }: Description,
    answer: (service: number, call: ServiceCall) => Promise<OperationAnswer>,
  ): Operation => ({
    ...operation,
    method: 'GET',
    tag,
    access: 'customer',
    on: { resource: 'service', flag: 'read' },
    status: 200,
    async handle(call) {
      const id = Number(parseKey(service, call))
      if (!(outlivesService && (await isOwnDeleted(id, call))))
        await requirePermission({ resource: service, key: id }, 'read', call)
      return answer(id, { ...call, source: { db: call.db, history } })
    },
  })
}

/**
 * Whether the caller's account deleted the service and its record is still kept, so that reports about it can be
 * verified.
 */
async function isOwnDeleted(id: number, { db, caller }: Call): Promise<boolean> {
  const groups = caller.limits?.groupIds ?? null
  const rows = await db.query(sql`select from deleted_service where service_id = ${id} and owner_id = ${caller.actsFor}
  and (${groups}::bigint[] is null or group_id = any(${groups}::bigint[]))`)
  return rows.length > 0
}

export type ServiceOperationBuilder = ReturnType<typeof createServiceOperationBuilder>

/** Answers with a page of a list and its total length. */
export const toPage = (rows: readonly unknown[], total: number): OperationAnswer => ({
  value: rows,
  headers: { 'x-total-count': String(total) },
})
