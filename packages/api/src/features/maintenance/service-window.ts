import { all, own, via, writer } from '@wachta/resource/permission'
import { serviceReader } from '../../platform/access.ts'

const editor = all(writer, via('service', 'update'))

/** Whatever hangs on a service for a time is seen by those who see the service, and changed by those who change it. */
export const serviceWindowPermissions = { delete: editor, own: own(), read: serviceReader, update: editor }
