import { type Call, defineResource, one, rejectAny, type Values } from '@wachta/resource'
import { id, personal, text } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { canEditGroup, canReadGroup } from '../../platform/access.ts'
import { findGroupOfNewRow, loadOwnerOfGroup, requireMovePermission } from '../../platform/ownership.ts'
import { findAddressViolations, queueConsentRequest } from './addresses.ts'

const editor = canEditGroup('group_id', 'can_modify_group')
/** Reports are always sent by e-mail, whatever channels the package has. */
const findReportAddressViolations = (address: unknown) =>
  findAddressViolations('email', String(address), 'data.address')

/** Asks the recipients of reports for consent, like recipients of notifications. */
const requestConsent = (address: unknown, ownerId: unknown, call: Call) =>
  queueConsentRequest({ channelId: 'email', address: String(address) }, Number(ownerId), call)

/** An address that gets the periodic reports on the services of a group. */
export const periodicReportAddress = defineResource('periodic_report_address', {
  title: 'periodic report address',
  fields: {
    id: id(),
    address: personal(
      text({
        min: 1,
        max: 512,
        description: 'An e-mail address. Nothing is sent to it before its holder confirms it.',
      }),
    ),
    report_frequency: text({
      enum: ['daily', 'weekly', 'monthly'],
      description: 'How often; the flag of the group for this frequency must be on.',
    }),
    group_id: id({ description: 'Default: the default group of the owner.' }),
    owner_id: id({ description: 'The account that the group belongs to.' }),
  },
  relations: {
    group: one('group', 'group_id', {
      route: { tag: 'groups', summary: 'Group of a periodic report address.' },
      collection: {
        path: 'periodic_report_addresses',
        tag: 'periodic_report_addresses',
        summary: 'Periodic report addresses assigned to a group.',
      },
    }),
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a periodic report address.' },
      collection: {
        path: 'periodic_report_addresses',
        tag: 'periodic_report_addresses',
        summary: 'Periodic report addresses of an account.',
      },
    }),
  },
  paths: ['group.name', 'owner.name', 'owner.username'],
  query: ['address'],
  owner: 'owner_id',
  permissions: { delete: editor, own: own(), read: canReadGroup('group_id'), update: editor },
  serve: {
    path: '/periodic_report_addresses',
    tag: 'periodic_report_addresses',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['address', 'report_frequency'],
    optional: ['group_id', 'owner_id'],
    under: ['group', 'create_periodic_report_addresses'],
    defaults: findGroupOfNewRow,
    // The database sets the owner from the group, because callers with a shared group may not be able to read it.
    async prepare({ owner_id, ...columns }, call) {
      const owner = await loadOwnerOfGroup({ ...columns, owner_id }, call)
      rejectAny(findReportAddressViolations(columns['address']))
      return { columns, forCreated: { address: columns['address'], owner } }
    },
    created: (_id, { address, owner }: Values, call) => requestConsent(address, owner, call),
  },
  update: {
    fields: ['address', 'report_frequency', 'group_id'],
    async prepare(changes, before, call) {
      await requireMovePermission(
        { group_id: changes['group_id'], owner_id: before['owner_id'] },
        'create_periodic_report_addresses',
        call,
      )
      if ('address' in changes) rejectAny(findReportAddressViolations(changes['address']))
      return changes
    },
    async changed({ changes, before }, call) {
      if ('address' in changes) await requestConsent(changes['address'], before['owner_id'], call)
    },
  },
})
