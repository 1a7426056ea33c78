import { createHash } from 'node:crypto'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { type Person, people } from './cast.ts'
import type { PlantedSecrets } from './plant.ts'
import type { TakeoverRequest } from './stage.ts'

/** Rows of the account that a thief targets. */
export interface TargetRows {
  readonly sessions: readonly number[]
  readonly keys: readonly number[]
  readonly signingKeys: readonly number[]
  readonly sensors: readonly number[]
  readonly groups: readonly number[]
  readonly services: readonly number[]
}

const newPassword = 'nine lanterns on the pier'
const mail = 'thief@example.com'
export const guesses = {
  passwords: ['123456', 'fuzz.owner'],
  codes: ['000000', '123456', '00000000-00000000-00000000-00000000'],
  tokens: ['0'.repeat(32), 'f'.repeat(32), createHash('md5').update('1').digest('hex'), "' or true --"],
} as const

/** Targeted attempts to take over the account, beyond generated requests. */
export function listTakeovers(target: Person, rows: TargetRows): TakeoverRequest[] {
  const { id, username } = target
  return [
    ...listCredentialChanges(id),
    ...listAccountChanges(target),
    ...listGuesses(id, username),
    ...createOtherCredentials(id, rows),
    ...listServiceChanges(rows),
    ...listReads(id),
  ]
}

const createRequest = (operation: string, method: string, path: string, body?: unknown): TakeoverRequest => ({
  ...{ operation, method, path },
  ...(body !== undefined && { body }),
})

const listCredentialChanges = (id: number): TakeoverRequest[] => [
  createRequest('update_user_data', 'PUT', `/user_data/${id}`, { email_address: mail }),
  createRequest('update_user_data', 'PUT', `/user_data/${id}`, {
    ip_whitelist: ['0.0.0.0/0', '127.0.0.1'],
    ip_whitelist_enabled: true,
  }),
  createRequest('update_user_data', 'PUT', `/user_data/${id}`, { ip_whitelist_enabled: true }),
  createRequest('update_account', 'PUT', `/accounts/${id}`, { username: `taken${id}` }),
  createRequest('change_account_password', 'POST', `/accounts/${id}/change_password`, { new_password: newPassword }),
  createRequest('setup_account_2fa', 'POST', `/accounts/${id}/2fa/setup`, {}),
  ...guesses.codes.map((code) => createRequest('verify_account_2fa', 'POST', `/accounts/${id}/2fa/verify`, { code })),
  createRequest('update_admin_account', 'PUT', `/admin/accounts/${id}`, { email_address: mail }),
  createRequest('update_admin_account', 'PUT', `/admin/accounts/${id}`, { username: `taken${id}` }),
]

const createNewcomer = (username: string) => ({
  ...{ name: 'Newcomer', username, password: newPassword },
  user_data: { email_address: mail },
})

const listAccountChanges = ({ id, username }: Person): TakeoverRequest[] => [
  createRequest('create_account', 'POST', '/accounts', createNewcomer(`thief.user${id}`)),
  createRequest('create_account', 'POST', '/accounts', { ...createNewcomer(`thief.user${id}`), parent_account_id: id }),
  createRequest('register_account', 'POST', '/accounts/register', {
    ...createNewcomer(`thief.user${id}`),
    parent_account_id: id,
  }),
  createRequest('register_account', 'POST', '/accounts/register', createNewcomer(username)),
  createRequest('register_account', 'POST', '/accounts/register', createNewcomer(username.toUpperCase())),
  createRequest('create_subaccount', 'POST', '/accounts/subaccount', createNewcomer(`thief.sub${id}`)),
  createRequest('create_admin_account', 'POST', '/admin/accounts', {
    ...createNewcomer(`thief.main${id}`),
    package_id: 1_000_001,
  }),
  createRequest('update_account', 'PUT', `/accounts/${id}`, { is_read_only: false }),
  createRequest('update_account', 'PUT', `/accounts/${id}`, { is_read_only: true }),
  ...['is_administrator', 'parent_account_id', 'reseller_account_id', 'email_address', 'is_blocked'].map((field) =>
    createRequest('update_account', 'PUT', `/accounts/${id}`, {
      [field]: field.endsWith('id') ? people.stranger.id : true,
    }),
  ),
  ...['block', 'unblock', 'close', 'observe'].map((verb) =>
    createRequest(`${verb}_account`, 'POST', `/accounts/${id}/${verb}`),
  ),
  ...['block', 'unblock'].map((verb) =>
    createRequest(`${verb}_admin_account`, 'POST', `/admin/accounts/${id}/${verb}`),
  ),
  createRequest('delete_account', 'DELETE', `/accounts/${id}`),
  createRequest('delete_admin_account', 'DELETE', `/admin/accounts/${id}`),
  createRequest('copy_group_shares', 'POST', `/accounts/${id}/copy_group_shares`, {
    account_ids: [people.stranger.id, people.bare.id],
  }),
]

/** Guesses passwords where one is required, and uses tokens where a link would be followed. */
const listGuesses = (id: number, username: string): TakeoverRequest[] => [
  ...guesses.passwords.flatMap((password) => [
    createRequest('step_up_session', 'POST', '/sessions/step_up', { password, code: guesses.codes[0] }),
    createRequest('create_session', 'POST', '/sessions', { username, password: password.padEnd(6, ' ') }),
    createRequest('change_account_password', 'POST', `/accounts/${id}/change_password`, {
      new_password: newPassword,
      password,
    }),
    createRequest('close_account', 'POST', `/accounts/${id}/close`, { password }),
  ]),
  ...guesses.tokens.flatMap((token) => [
    createRequest('confirm_password_reset', 'POST', '/system/reset_password/confirm', {
      account_id: id,
      token,
      new_password: newPassword,
    }),
    createRequest('activate_account', 'GET', `/accounts/${id}/activate?token=${encodeURIComponent(token)}`),
    createRequest('confirm_address', 'POST', `//confirm/${encodeURIComponent(token)}`),
  ]),
  createRequest('initialize_password_reset', 'POST', '/system/reset_password/initialize', { username }),
]

const scopesWanted = ['services:write', 'groups:write', 'sensors:write', 'contacts:write', 'account:read']

/** Creates another credential, which would outlive the stolen one. */
const createOtherCredentials = (
  id: number,
  { sessions, keys, signingKeys, sensors, groups }: TargetRows,
): TakeoverRequest[] => [
  createRequest('create_api_key', 'POST', '/api_keys', { name: 'mine', scopes: scopesWanted }),
  createRequest('create_api_key', 'POST', '/api_keys', {
    name: 'kept',
    scopes: ['services:write'],
    group_ids: null,
    expires_at: null,
  }),
  ...keys
    .slice(0, 2)
    .flatMap((key) => [
      createRequest('update_api_key', 'PUT', `/api_keys/${key}`, { name: 'renamed' }),
      createRequest('update_api_key', 'PUT', `/api_keys/${key}`, { scopes: scopesWanted }),
      createRequest('revoke_api_key', 'POST', `/api_keys/${key}/revoke`),
    ]),
  ...sessions
    .slice(0, 2)
    .flatMap((session) => [
      createRequest('delete_session', 'DELETE', `/sessions/${session}`),
      createRequest('verify_session_2fa', 'POST', `/sessions/${session}/2fa/verify`, { code: guesses.codes[0] }),
    ]),
  createRequest('create_signing_key', 'POST', `/accounts/${id}/signing_keys`),
  ...signingKeys.map((key) => createRequest('delete_signing_key', 'DELETE', `/accounts/${id}/signing_keys/${key}`)),
  ...sensors.flatMap((sensor) => [
    createRequest('create_sensor_enrolment', 'POST', `/sensors/${sensor}/enrolment`),
    createRequest('revoke_sensor', 'POST', `/sensors/${sensor}/revoke`),
  ]),
  ...groups.slice(0, 2).map((group) =>
    createRequest('put_group_share', 'PUT', `/groups/${group}/shares/${people.stranger.id}`, {
      ...{ can_modify_services: true, can_modify_group: true, can_delete_services: true },
      ...{ can_create_services: true, can_archive_services: true, can_force_analyses: true },
    }),
  ),
]

const listServiceChanges = ({ services }: TargetRows): TakeoverRequest[] =>
  services
    .slice(0, 3)
    .flatMap((service) => [
      createRequest('update_service', 'PUT', `/services/${service}`, { address: 'https://evil.example/' }),
      createRequest('delete_service', 'DELETE', `/services/${service}`),
      createRequest('create_heartbeat_token', 'POST', `/services/${service}/heartbeat_token`),
    ])

const listReads = (id: number): TakeoverRequest[] =>
  [
    ...[
      '',
      '/export',
      '/signing_keys',
      '/logs/audit',
      '/logs/authentications',
      '/logs/security_events',
      '/metrics',
    ].map((part) => `/accounts/${id}${part}`),
    ...[
      `/user_data/${id}`,
      `/admin/accounts/${id}`,
      '/accounts?embed=user_data',
      '/admin/accounts',
      '/sessions',
      '/api_keys',
    ],
    ...['/services?embed=owner', '/services?embed=owner.user_data', '/groups?embed=owner.user_data', '/sensors'],
  ].map((path) => createRequest('look', 'GET', path))

/** The links in the mails of a former colleague, for the colleague's own account and for that of the victim. */
export const listMailedLinkRequests = (links: PlantedSecrets['links']): TakeoverRequest[] =>
  [people.formerColleague.id, people.victim.id].flatMap((account_id) =>
    Object.values(links).flatMap((token) => [
      createRequest('confirm_password_reset', 'POST', '/system/reset_password/confirm', {
        account_id,
        token,
        new_password: newPassword,
      }),
      createRequest('activate_account', 'GET', `/accounts/${account_id}/activate?token=${token}`),
      createRequest('confirm_address', 'POST', `//confirm/${token}`),
    ]),
  )

export async function loadTargetRows(db: Database, id: number): Promise<TargetRows> {
  const [row] = await db.query(sql<TargetRows>`select
  array(select id from session where account_id = ${id} order by id desc) as sessions,
  array(select id from api_key where account_id = ${id} order by id desc) as keys,
  array(select id from signing_key where account_id = ${id}) as "signingKeys",
  array(select id from sensor where owner_id = ${id} or owner_id is null order by id limit 4) as sensors,
  array(select id from service_group where owner_id = ${id} order by id) as groups,
  array(select id from service where owner_id = ${id} order by secrets = '{}', id limit 6) as services`)
  if (!row) throw new Error('no rows to target')
  return row
}
