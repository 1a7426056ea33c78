import type { Call, Prepared, Values } from '@wachta/resource'
import { all, own, via, writer } from '@wachta/resource/permission'
import { serviceReader } from './access.ts'
import { refuseEmptyWindow } from './suspension-window.ts'

const editor = all(writer, via('service', 'update'))

/** Whatever hangs on a service for a time is seen by those who see the service, and changed by those who change it. */
export const serviceWindowPermissions = { delete: editor, own: own(), read: serviceReader, update: editor }

export const startsNow = (_data: Values, { now }: Call): Values => ({ start_time: now.toISOString() })

export async function prepareWindow(data: Values, { now }: Call): Promise<Prepared> {
  refuseEmptyWindow(data, now)
  return { columns: data }
}

/** Of a change, the window is looked at as it will be: one end may come from the request and the other be there. */
export async function prepareWindowChange(changes: Values, before: Values, { now }: Call): Promise<Values> {
  refuseEmptyWindow({ ...before, ...changes }, now)
  return changes
}
