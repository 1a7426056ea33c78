import { type AccountRole, accountRoles } from '@wachta/domain'
import { defineResource, one, reject } from '@wachta/resource'
import { id, idList, nullable, text, unlisted } from '@wachta/resource/field'
import { administrator, all, any, inRole, notSelf, own, self, where, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { copyPackageToUsers, validatePackageChange } from '../packages/rules.ts'
import { accountFields, disableLegacyNotifications } from './account-fields.ts'
import { addCredential, separateCredential } from './credential.ts'
import { notifyUsernameChanged } from './notify-username-changed.ts'
import { rejectFrequentZoneChanges } from './time-zone-changes.ts'

/** Allows the user to whom the row belongs. A main account and its owner are one row. */
const user = self()
const parent = self('parent_account_id')
/** Callers cannot block themselves. */
const notCaller = notSelf()
/** Allows a manager to act on the other users of the account. */
const manager = all(inRole('manager'), own('parent_account_id'), notCaller)
/** Allows users with the role to act on the account itself. */
const actingAs = (role: AccountRole) => all(inRole(role), own('id'))
const reseller = own('reseller_account_id')
/** All users of a reseller see its sub-accounts; only the owner of the reseller manages them. */
const managingReseller = all(inRole('owner'), reseller)
const isMain = where((row) => sql`${row('parent_account_id')} is null`)
const isOpen = where((row) => sql`${row('closed_at')} is null`)
const isAdditional = where((row) => sql`${row('parent_account_id')} is not null`)
const isIndependent = where((row) => sql`${row('reseller_account_id')} is null`)
const resellerMayEdit = where((row) => row('subaccount_edit'))
/** Inactive and blocked accounts cannot be observed. */
const isUsable = where((row) => sql`(${row('is_activated')} and not ${row('is_blocked')})`)
const resellerMayBlock = where((row) => row('subaccount_block'))

const reader = any(user, own('id'), own('parent_account_id'), reseller, administrator)
/** Allows writers who act for the account, including additional users, and administrators. */
const actor = all(writer, isMain, isOpen, any(own('id'), administrator))
/** Allows the owner of the account and administrators, but no additional user, who could take the account over. */
const owner = all(writer, isMain, isOpen, any(user, administrator))
const ownerOr = (role: AccountRole) => all(writer, isMain, isOpen, any(user, actingAs(role), administrator))
const passwordChanger = any(user, all(writer, any(parent, administrator)))
const unblocker = all(writer, any(parent, manager, all(managingReseller, resellerMayBlock), administrator))
const blocker = all(unblocker, notCaller)

/** An account, which owns all other objects, or an additional user who acts for an account. */
export const account = defineResource('account', {
  fields: {
    ...accountFields,
    disable_legacy_notifications: disableLegacyNotifications,
    reseller_account_id: unlisted(nullable(id({ description: 'The account that this one depends on, if any.' }))),
    role: unlisted(
      text({ enum: accountRoles, description: 'What the user may do; the person an account belongs to is its owner.' }),
    ),
    role_group_ids: unlisted(
      nullable(idList({ description: 'The service groups that the user is limited to; null for all.' })),
    ),
  },
  alias: ['my_account', 'accountId'],
  relations: {
    language: one('language', 'language_id', {
      route: { tag: 'accounts', summary: 'Default language of notifications and reports.' },
    }),
    package: one('package', 'package_id', { route: { tag: 'packages', summary: 'Package of an account.' } }),
    parent_account: one('account', 'parent_account_id'),
    time_zone: one('time_zone', 'time_zone_id', {
      route: { tag: 'accounts', summary: 'Default time zone for weekly suspensions and silent mode.' },
    }),
    user_data: one('user_data', 'id'),
  },
  query: ['name', 'username'],
  isPersonal: true,
  unique: { account_username: 'username' },
  owner: 'id',
  permissions: {
    close: owner,
    create_contact_groups: actor,
    create_contacts: actor,
    create_customer_portal_sessions: ownerOr('billing'),
    create_events: actor,
    create_groups: actor,
    create_report_templates: actor,
    create_status_pages: actor,
    create_subaccounts: all(owner, isIndependent),
    create_templates: actor,
    // A reseller that may edit a sub-account may also delete it with all its data.
    delete: all(
      writer,
      any(all(isAdditional, any(parent, manager, administrator)), all(managingReseller, resellerMayEdit)),
    ),
    own: user,
    read: reader,
    // The log contains personal data of others, so managers do not read it.
    read_logs: any(user, parent, administrator),
    read_stats: reader,
    setup_2fa: user,
    share_groups: actor,
    update: all(writer, any(user, parent, manager, all(managingReseller, resellerMayEdit), administrator)),
    block: blocker,
    unblock: unblocker,
    change_password: passwordChanger,
    assign_role: all(writer, isAdditional, notCaller, any(parent, manager, administrator)),
    create_users: ownerOr('manager'),
    apply: actor,
    // Resellers copy group shares from one sub-account to others.
    copy_group_shares: all(writer, isMain, any(managingReseller, administrator)),
    export: any(all(user, isMain), administrator),
    manage_branding: all(writer, isMain, isOpen, any(own('id'), all(managingReseller, resellerMayEdit), administrator)),
    manage_security: owner,
    manage_signing_keys: actor,
    run_diagnostics: actor,
    observe: all(
      writer,
      isMain,
      isOpen,
      isUsable,
      notCaller,
      any(all(managingReseller, resellerMayEdit), administrator),
    ),
  },
  unlistedPermissions: [
    'apply',
    'assign_role',
    'block',
    'unblock',
    'change_password',
    'copy_group_shares',
    'create_status_pages',
    'create_users',
    'export',
    'manage_branding',
    'manage_security',
    'manage_signing_keys',
    'observe',
    'run_diagnostics',
  ],
  serve: {
    path: '/accounts',
    tag: 'accounts',
    operations: ['list', 'search', 'read', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name', 'username'],
    under: ['parent_account', 'create_users'],
    prepare: separateCredential,
    created: addCredential,
  },
  delete: { prepare: (_before, call) => call.requireStepUp() },
  update: {
    fields: [
      'name',
      'username',
      'package_id',
      'is_read_only',
      'disable_legacy_notifications',
      'language_id',
      'time_zone_id',
    ],
    async prepare(changes, before, call) {
      // A user cannot make itself writable again.
      const isOwnAccount = before['id'] === call.caller.accountId && call.caller.scope !== 'administrator'
      if (isOwnAccount && 'is_read_only' in changes) reject('forbidden_field', 'data.is_read_only')
      // A trigger makes an additional user a viewer or an editor when `is_read_only` changes.
      const changesRole = before['parent_account_id'] !== null && 'is_read_only' in changes
      if ('username' in changes || changesRole) await call.requireStepUp()
      if ('time_zone_id' in changes && changes['time_zone_id'] !== before['time_zone_id'])
        await rejectFrequentZoneChanges(Number(before['id']), call)
      return 'package_id' in changes ? validatePackageChange(changes, before, call) : changes
    },
    async changed(change, call) {
      await copyPackageToUsers(change, call)
      await notifyUsernameChanged(change, call)
    },
  },
})
