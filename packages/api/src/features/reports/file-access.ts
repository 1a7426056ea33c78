import { type Call, parseKey, requirePermission } from '@wachta/resource'
import { Type } from 'typebox'
import { report } from './report.ts'

/** Shared by the operations on report files for users who may read the report. */
export const readerOperation = {
  tag: 'reports',
  access: 'customer',
  method: 'GET',
  status: 200,
  on: { resource: 'report', flag: 'read' },
} as const

/** Shared by the operations on report files for holders of a link. */
export const linkOperation = { tag: 'reports', method: 'GET', status: 200, access: 'public' } as const

export const tokenParameter = {
  name: 'token',
  schema: Type.String({ maxLength: 2048 }),
  required: true,
  description: 'From `url`.',
} as const

export async function requireReadableReport(call: Call, parameter = '_id'): Promise<number> {
  const callWithId = { ...call, params: { ...call.params, _id: call.params[parameter] ?? '' } }
  const key = Number(parseKey(report, callWithId))
  await requirePermission({ resource: report, key }, 'read', callWithId)
  return key
}
