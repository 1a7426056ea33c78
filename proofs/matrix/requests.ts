import { createSensorKeys } from '@wachta/bus'
import type { Operation } from '@wachta/resource'
import { createCanary } from './canaries.ts'
import { heartbeatToken, seeded } from './history.ts'
import type { Body } from './kind.ts'
import { getKind, getParentColumn, isThing, kinds } from './kinds.ts'
import { linkedService, type Target } from './oracle.ts'
import type { Role } from './roles.ts'
import { dictionaries, type Rule } from './rules.ts'
import type { SandboxRequest } from './sandbox.ts'
import { hashToNumber } from './thin.ts'
import { absentId, type Thing } from './things.ts'
import {
  type AccountTrees,
  accessRequest,
  enrolmentToken,
  type Holder,
  mailedToken,
  password,
  recoveryCode,
} from './trees.ts'
import { oneOff } from './windows.ts'

/** A well-formed assertion that no authenticator made: the error for it shows that the call was permitted. */
const assertion = {
  id: 'AAAA',
  client_data: 'AAAA',
  authenticator_data: 'AAAA',
  signature: 'AAAA',
  user_handle: 'AAAA',
}

/** Valid bodies, so that only the caller's rights decide. */
const bodies: Readonly<Record<string, (target: Target | null, trees: AccountTrees) => unknown>> = {
  update_account: () => ({ name: 'Renamed' }),
  change_account_password: () => ({ new_password: 'another horse battery staple 8' }),
  verify_account_2fa: () => ({ code: '000000' }),
  create_account: (target) => ({ ...newcomer, parent_account_id: target?.key }),
  create_subaccount: () => newcomer,
  register_account: () => newcomer,
  update_user_data: () => ({ contact_person: 'Someone Else' }),
  update_user_setting: () => 'dark',
  create_admin_account: (_target, trees) => ({
    name: newcomer.name,
    username: newcomer.username,
    password,
    email_address: 'newcomer@example.com',
    package_id: trees.offer('offered').id,
  }),
  update_admin_account: () => ({ comment: 'Called back' }),
  create_admin_package: () => ({ name: 'New' }),
  update_admin_package: () => ({ name: 'Renamed' }),
  verify_session_2fa: () => ({ code: '000000' }),
  // The code is checked only for accounts with two-factor authentication.
  step_up_session: () => ({ password, code: recoveryCode }),
  begin_passkey_authentication: () => ({ purpose: 'sign_in' }),
  create_session_with_passkey: () => ({ credential: assertion }),
  verify_session_passkey: () => ({ credential: assertion }),
  step_up_session_with_passkey: () => ({ credential: assertion }),
  update_account_security: () => ({ passkey_required_roles: ['viewer'] }),
  create_session: createSignInBody,
  create_auth_token: createSignInBody,
  initialize_password_reset: (target) => ({ username: usernameOf(target) }),
  ...Object.fromEntries(
    Object.entries(kinds).flatMap(([name, { body = {}, change = {} }]) => [
      [
        `create_${name}`,
        (target: Target | null, trees: AccountTrees) => ({
          ...resolveBody(body, target?.thing?.owner, trees),
          ...(target && { [getParentColumn(name)]: target.key }),
        }),
      ],
      [`put_${name}`, (target: Target | null, trees: AccountTrees) => resolveBody(change, target?.thing?.owner, trees)],
      [
        `update_${name}`,
        (target: Target | null, trees: AccountTrees) => resolveBody(change, target?.thing?.owner, trees),
      ],
    ]),
  ),
  create_application: () => ({
    name: 'New',
    kind: 'public',
    redirect_uris: ['https://example.com/callback'],
    grant_types: ['authorization_code'],
    scopes: ['services:read'],
  }),
  approve_authorization_request: () => ({ scopes: ['services:read'] }),
  find_device_authorization: () => ({ user_code: accessRequest.userCode }),
  approve_device_authorization: () => ({ user_code: accessRequest.userCode, scopes: ['services:read'] }),
  deny_device_authorization: () => ({ user_code: accessRequest.userCode }),
  create_passkey: () => ({ name: 'New', credential: { id: 'AAAA', client_data: 'AAAA', attestation_object: 'AAAA' } }),
  change_account_role: () => ({ role: 'operator' }),
  invite_user: () => ({ email_address: 'newcomer@example.org', role: 'viewer' }),
  create_api_key: () => ({ name: 'New', scopes: ['account:read'] }),
  change_sso_client_secret: () => ({ client_secret: 'new' }),
  begin_sso_sign_in: () => ({ slug: 'a'.repeat(20), code_challenge: challenge }),
  begin_sso_link: () => ({ code_challenge: challenge }),
  begin_sso_step_up: () => ({ code_challenge: challenge }),
  begin_sso_test_sign_in: () => ({ code_challenge: challenge }),
  finish_sso_sign_in: () => ({ code: 'a'.repeat(32), code_verifier: challenge }),
  finish_sso_request: () => ({ code: 'a'.repeat(32), code_verifier: challenge }),
  create_sensor: () => ({ name: 'New' }),
  put_mobile_device: () => ({
    endpoint: 'https://push.example.com/1',
    p256dh: 'p'.repeat(87),
    auth: 'a'.repeat(22),
  }),
  verify_contact_address: () => ({ code: '000000' }),
  verify_notification_address: () => ({ code: '000000' }),
  bulk_activate_services: getMemberIds,
  bulk_pause_services: getMemberIds,
  bulk_tag_services: (target) => ({ ...getMemberIds(target), add: ['New'] }),
  bulk_delete_services: getMemberIds,
  bulk_delete_groups: getMemberIds,
  bulk_change_group: (target) => ({ service_ids: getMemberIds(target).ids, group_id: relatedId(target) }),
  bulk_create_corrections: (target) => ({ service_ids: getMemberIds(target).ids, ...correction }),
  bulk_create_service_corrections: () => [correction],
  bulk_update_corrections: (target) => ({ ...getMemberIds(target), status: 'paused' }),
  bulk_delete_corrections: getMemberIds,
  bulk_acknowledge_incidents: getMemberIds,
  acknowledge_incident: () => ({ note: 'On it' }),
  unacknowledge_incident: () => ({}),
  add_incident_note: () => ({ text: 'Disk full' }),
  add_incident_diagnostics: (target, { things }) => ({
    diagnostic_ids: [
      things.find(({ resource, owner }) => resource === 'dns_diagnostic' && owner === target?.thing?.owner)?.id ??
        '0'.repeat(40),
    ],
  }),
  bulk_create_suspensions: (target) => ({ service_ids: getMemberIds(target).ids, ...oneOff.body }),
  bulk_delete_suspensions: getMemberIds,
  bulk_create_scheduled_suspensions: (target) => ({ service_ids: getMemberIds(target).ids, ...oneOff.body }),
  bulk_delete_scheduled_suspensions: getMemberIds,
  bulk_update_status_changes: (target, { things: all }) => ({
    ids: all
      .filter(({ resource, keys }) => resource === 'status_change' && keys[0] === target?.key)
      .map(({ keys }) => keys[1]),
    description: 'Changed',
  }),
  bulk_force_analysis: getMemberIds,
  // Another address needs the right to change the service, which has a separate test.
  force_custom_analysis: () => ({}),
  schedule_custom_analysis: (_target, { seededAt }) => ({
    start_time: new Date(seededAt.getTime() + 3_600_000).toISOString(),
  }),
  create_dns_diagnostic: () => ({
    sensor_id: seeded.sensor_id,
    settings: { dns_server: '192.0.2.53', address: 'example.com', record_type: 'A' },
  }),
  create_traceroute_diagnostic: () => ({ sensor_id: seeded.sensor_id, settings: { address: 'example.com' } }),
  update_account_branding: () => ({ name: 'New' }),
  update_status_page_pictures: () => ({ favicon: null }),
  change_status_page_password: () => ({ password: 'violet-anchor-sled-17' }),
  create_status_page_entry: () => ({ slug: 'no-such-page' }),
  admit_status_page_visitor: () => ({ slug: 'no-such-page', by: 'password', secret: 'secret' }),
  preview_report_template_data: () => ({ name: 'New', section_ids: ['summary'] }),
  preview_template_data: () => ({ channel_id: 'email', start_template: 'New' }),
  // Declared rows that are missing in the request appear in the plan and are deleted.
  apply: (target) => ({
    account_id: target?.key,
    dry_run: false,
    contacts: [],
    events: [{ external_id: 'new', name: 'New', kind: 'failure' }],
    escalations: [],
  }),
  copy_group_shares: () => ({ all: true }),
  enrol_sensor: (target) => ({
    token: target?.holder?.name === 'A.main' ? enrolmentToken : 'd'.repeat(32),
    public_key: sensorKeys.userPublic,
    encryption_key: sensorKeys.curvePublic,
    protocol: 2,
  }),
  confirm_password_reset: (target) => ({
    account_id: target?.key,
    token: mailedToken.password,
    new_password: password,
  }),
}

const sensorKeys = createSensorKeys()
const challenge = 'c'.repeat(43)

const correction = { ...oneOff.body, status: 'ok' }

/** Whether the body of a request depends on the owner of the target. */
export const namesRows = ({ id }: Pick<Operation, 'id'>): boolean =>
  Object.entries(kinds).some(
    ([name, { body, change }]) =>
      (typeof body === 'function' && id === `create_${name}`) ||
      (typeof change === 'function' && (id === `put_${name}` || id === `update_${name}`)),
  )

/** Returns the body of a request; a body that names other rows names those of the owner. */
export function resolveBody(body: Body, owner: Holder | null | undefined, { things: all }: AccountTrees): object {
  if (typeof body !== 'function') return body
  return body((resource) => all.filter((one) => one.resource === resource && one.owner === owner).map(({ id }) => id))
}

export const newcomer = {
  name: 'Newcomer',
  username: 'newcomer',
  password,
  user_data: { email_address: 'newcomer@example.com' },
}

function createSignInBody(target: Target | null) {
  return { username: usernameOf(target), password }
}

function getMemberIds(target: Target | null) {
  return { ids: (target?.members ?? []).map((thing, index) => thing?.id ?? absentId + index) }
}

const relatedId = (target: Target | null) =>
  target?.needs?.subject?.kind === 'thing' ? target.needs.subject.thing.id : absentId

const usernameOf = (target: Target | null): string => createCanary('account', target?.holder?.number ?? 0)

/** The call of an operation on a target. */
export function buildRequest(operation: Operation, target: Target | null, trees: AccountTrees): SandboxRequest {
  const { id, method, body, bodyOptional } = operation
  const createBody = bodies[id]
  if (body && !bodyOptional && !createBody) throw new Error(`no request body for operation ${id}`)
  const token = {
    activate_account: mailedToken.activation,
    read_check_artifact_by_token: trees.artifactToken,
    read_report_pdf_by_token: trees.reportTokens.pdf,
    read_report_proof_by_token: trees.reportTokens.proof,
    read_report_generated_attachment_by_token: trees.reportTokens.csv,
  }[id]
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`
  const content = target?.body ?? createBody?.(target, trees)
  return { method, path: buildPath(operation, target) + query, ...(content !== undefined && { body: content }) }
}

/** Parameters of paths other than the keys of rows. */
const pathParameters: Readonly<Record<string, string>> = {
  '{_key}': 'theme',
  '{_service_type_id}': 'http',
  '{year}': '2020',
  '{month}': '1',
  '{_analysis_id}': seeded.analysis_id,
  '{_sensor_id}': String(seeded.sensor_id),
  '{_artifact_id}': seeded.artifact_id,
  '{file_name}': 'content',
  '{_type_id}': 'csv',
  '{_uid}': accessRequest.uid,
}

/** The path of an operation, with the keys of the target in it. */
export function buildPath({ path }: Pick<Operation, 'path'>, target: Target | null): string {
  const isHeartbeat = path === '/heartbeats/{_token}' && target?.thing?.label === linkedService
  const keys = [isHeartbeat ? heartbeatToken : target?.key, ...(target?.more ?? [])]
  return path.replaceAll(/\{\w+\}/g, (name) => {
    const value = pathParameters[name] ?? keys.shift()
    if (value === undefined) throw new Error(`no value for ${name} of ${path}`)
    return String(value)
  })
}

/** Returns the targets of an operation: every kind of account in every tree, and their rows. */
export function listTargets(rule: Rule, role: Role, trees: AccountTrees): (Target | null)[] {
  const resource = rule.on ?? rule.under
  if (rule.kind === 'token') return listAccountTargets(trees)
  if (rule.kind === 'sign-in' || rule.byName)
    return listAccountTargets(trees).filter(({ label }) => signInLabels.has(label))
  if (resource === undefined) return [null]
  if (rule.onActedFor) return [createActedForTarget(role)]
  if (rule.kind === 'bulk')
    return rule.movesToGroup ? listMoveTargets(trees) : listBulkTargets(trees, resource, rule.flag)
  if (rule.putResource) return listPutTargets(trees, rule.putResource)
  if (rule.entryResource) return listEntryTargets(trees, rule.entryResource)
  if (isThing(resource)) return [...listThings(trees, resource).map(toTarget), missingThing(resource)]
  switch (resource) {
    case 'account':
    case 'user_data':
    case 'admin_account':
      if (rule.inBody)
        return [
          ...listAccountTargets(trees).filter(({ label }) => bodyAccountLabels.has(label)),
          createAbsentTarget(absentId),
        ]
      if (rule.needsInvitedUser)
        return [
          ...listAccountTargets(trees).filter(({ label }) => invitedLabels.has(label)),
          createAbsentTarget(absentId),
        ]
      return [...listAccountTargets(trees), ...listAliasTargets(resource, role, trees), createAbsentTarget(absentId)]
    case 'package':
    case 'admin_package':
      return [...listPackageTargets(trees), ...listAliasTargets(resource, role, trees), createAbsentTarget(absentId)]
    case 'session':
      return [...listSessionTargets(role, trees), createAbsentTarget(absentId)]
    case 'service_type':
      return [createWordTarget(trees, 'service_types'), createAbsentTarget('no_such_word')]
    case 'default_template':
      return [createTemplateTarget(trees), { ...createAbsentTarget('no_such_word'), more: ['en'] }]
    case 'error_type':
      return [createWordTarget(trees, 'error_types'), createAbsentTarget(absentId)]
    default:
      return [createWordTarget(trees, dictionaries[resource]), createAbsentTarget('no_such_word')]
  }
}

const createAbsentTarget = (key: string | number): Target => ({ label: 'absent', key, absent: true })

const targetNames = [
  ...['A.main', 'A.user', 'A.viewer', 'A.blocked', 'A.sub', 'A.bare', 'A.subuser'],
  ...['A.manager', 'A.editor', 'A.invited', 'B.main', 'B.user', 'B.sub'],
  ...['C.main', 'C.user', 'C.sub'],
  ...['D.main', 'D.user', 'staff'],
]
/** The invited user, an account, and a user of another tree. */
const invitedLabels = new Set(['A.invited', 'A.main', 'B.user'])
/** Hashing a password is slow, so only a few accounts sign in. */
const signInLabels = new Set(['A.main', 'A.blocked'])
const bodyAccountLabels = new Set([
  'A.main',
  'A.user',
  'A.sub',
  'A.bare',
  'A.subuser',
  'B.main',
  'C.main',
  'C.sub',
  'D.main',
  'staff',
])

const listAccountTargets = (trees: AccountTrees): Target[] =>
  targetNames.map((label) => ({ label, key: trees.holder(label).id, holder: trees.holder(label) }))

/** The rows to call an operation on: all but those that differ only in their shares. */
const listThings = ({ things: all }: AccountTrees, resource: string): Thing[] =>
  all.filter((one) => one.resource === resource && one.combination === null && isTested(one))

const isTested = ({ owner }: Thing): boolean => owner === null || /^[ABCD]\.(main|sub)$/.test(owner.name)

export const toTarget = (thing: Thing): Target => {
  const [key = 0, ...more] = thing.keys
  return { label: thing.label, key, more, thing }
}

/** Returns rows together with their accounts, whose flags decide. */
function listEntryTargets(trees: AccountTrees, resource: string): Target[] {
  const existing = listThings(trees, resource).map(({ label, keys: [key = 0, ...more], owner }) => ({
    label,
    key,
    more,
    ...(owner && { holder: owner }),
  }))
  return [...existing, missingThing(resource)]
}

const missingThing = (resource: string): Target => ({
  ...createAbsentTarget(absentId),
  more: (getKind(resource).key ?? []).slice(1).map(() => absentId),
})

/** Returns each row alone, and a few pairs of every kind in both orders; the pairs differ from flag to flag. */
function listBulkTargets(trees: AccountTrees, resource: string, flag = ''): Target[] {
  const sample = [...sampleThings(trees, resource), null]
  return [
    ...listThings(trees, resource).map((thing) => createBulkTarget([thing])),
    ...sample
      .flatMap((first) =>
        sample.filter((second) => second !== first).map((second) => createBulkTarget([first, second])),
      )
      .filter(({ label }) => hashToNumber(`${flag} ${label}`) % 2 === 0),
  ]
}

/** A few rows of several accounts. In C and D, only the default group and service have rows below them. */
function sampleThings({ findByLabel }: AccountTrees, resource: string): Thing[] {
  const other = resource === 'group' || resource === 'service' ? 'second' : 'default'
  const names = ['A.main/default', 'A.main/second', 'A.sub/default', `C.main/${other}`, `D.main/${other}`]
  return names.map((name) => findByLabel(`${resource} ${name}`))
}

export const createBulkTarget = (members: readonly (Thing | null)[]): Target => ({
  label: members.map((one) => one?.label ?? 'absent').join(' and '),
  key: '',
  members,
})

function listMoveTargets(trees: AccountTrees): Target[] {
  const services = [...sampleThings(trees, 'service'), null]
  const pairs = services.slice(1).map((second, index) => [services[index] ?? null, second])
  return [...sampleThings(trees, 'group'), null].flatMap((group) =>
    [...services.map((one) => [one]), ...pairs].map((members) => createMoveTarget(members, group)),
  )
}

export const createMoveTarget = (members: readonly (Thing | null)[], group: Thing | null): Target => ({
  ...createBulkTarget(members),
  label: `${createBulkTarget(members).label} into ${group?.label ?? 'absent'}`,
  needs: { resource: 'group', subject: group && { kind: 'thing', thing: group }, flag: 'create_services' },
})

/** Existing rows, and for shares also those that could be created. */
function listPutTargets(trees: AccountTrees, resource: string): Target[] {
  const existing = listThings(trees, resource).map((thing) => ({
    ...toTarget(thing),
    ...(thing.parent && { thing: thing.parent }),
  }))
  if (resource !== 'group_share') return [...existing, missingThing(resource)]
  const pairs = sampleThings(trees, 'group').flatMap((group) =>
    ['A.sub', 'A.bare', 'A.user', 'B.main', 'C.sub', 'D.main'].map((name) =>
      createShareTarget(group, trees.holder(name)),
    ),
  )
  return [
    ...pairs,
    ...sampleThings(trees, 'group').map((group) => createShareTarget(group, null)),
    missingThing(resource),
  ]
}

const createShareTarget = (group: Thing, holder: Holder | null): Target => ({
  label: `${group.label} for ${holder?.name ?? 'absent'}`,
  key: group.keys[0] ?? 0,
  more: [holder?.id ?? absentId],
  thing: group,
  needs: { resource: 'account', subject: holder && { kind: 'holder', holder } },
})

const listPackageTargets = (trees: AccountTrees): Target[] =>
  trees.packages.map((offer) => ({ label: `package ${offer.name}`, key: offer.id, offer }))

function listSessionTargets({ session }: Role, trees: AccountTrees): Target[] {
  const firstSessions = trees.sessions.filter(({ holder }, index, all) => {
    const isFirst = all.findIndex((other) => other.holder === holder) === index
    return isFirst && targetNames.includes(holder.name)
  })
  const target = (of: (typeof firstSessions)[number], label: string): Target => ({ label, key: of.id, session: of })
  return [
    ...firstSessions.map((of) => target(of, `session of ${of.holder.name}`)),
    ...(session ? [target(session, 'this session')] : []),
  ]
}

/** The aliases of the caller's own rows. */
function listAliasTargets(resource: string, { holder }: Role, trees: AccountTrees): Target[] {
  if (!holder) return []
  if (resource === 'account') return [{ label: 'my_account', key: 'my_account', holder }]
  if (resource === 'user_data') return [{ label: 'my_user_data', key: 'my_user_data', holder }]
  if (resource === 'package')
    return [{ label: 'my_package', key: 'my_package', offer: trees.offer(holder.package.name) }]
  return []
}

const createWordTarget = (trees: AccountTrees, dictionary = ''): Target => {
  const [key] = trees.words.get(dictionary) ?? []
  if (key === undefined) throw new Error(`no word in ${dictionary}`)
  return { label: String(key), key }
}

function createTemplateTarget(trees: AccountTrees): Target {
  const { label, key } = createWordTarget(trees, 'default templates')
  const [channel = '', language = ''] = String(key).split('/')
  return { label, key: channel, more: [language] }
}

const createActedForTarget = ({ holder }: Role): Target | null => {
  const actsFor = holder?.parent ?? holder
  return actsFor && { label: actsFor.name, key: actsFor.id, holder: actsFor }
}
