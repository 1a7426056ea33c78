import { all, own, via, writer } from '@wachta/resource/permission'
import { serviceReader } from '../../platform/access.ts'

const editor = all(writer, via('service', 'update'))

/** The permissions on maintenance windows and corrections follow from those to read and update the service. */
export const serviceWindowPermissions = { delete: editor, own: own(), read: serviceReader, update: editor }
