import { all, own, via, writer } from '@wachta/resource/permission'
import { serviceReader } from '../../platform/access.ts'

const editor = all(writer, via('service', 'update'))

/** The permissions on maintenance windows follow from those on the service: to read it, and to change it. */
export const serviceWindowPermissions = { delete: editor, own: own(), read: serviceReader, update: editor }
