import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '@wachta/resource/src/operation.ts'
import { operations } from '@wachta/testing/api/published'
import { additionalOperations } from '../proofs/matrix/additions.ts'
import { repositoryRoot } from './tree.ts'

/** The number of operations of the API, so that a list that lost some is noticed. */
const operationCount = 441

/** One line of the API's list of operations. */
export interface ListedOperation {
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly deprecated: boolean
  readonly purpose: string
}

export type ServedOperation = Pick<Operation, 'tag' | 'method' | 'path' | 'deprecated' | 'status' | 'result' | 'media'>

export interface Rule {
  readonly pattern: RegExp
  readonly why: string
}

export interface Rules {
  /** Patterns of operations that must be served by now; they match `tag METHOD path`. */
  readonly due: readonly Rule[]
  /** Operations that are served beyond the list, as `METHOD path`. */
  readonly additions: Readonly<Record<string, string>>
}

export interface Report {
  readonly faults: readonly string[]
  readonly missing: readonly ListedOperation[]
  readonly served: ReadonlySet<ListedOperation>
}

export const rules: Rules = {
  due: [
    { pattern: /^accounts /, why: 'accounts' },
    { pattern: /^admin /, why: 'what administrators do with accounts and packages' },
    { pattern: /^auth_token /, why: 'signing in, the deprecated way' },
    { pattern: /^sessions /, why: 'signing in' },
    { pattern: /^user_data /, why: 'who holds an account, and their settings' },
    { pattern: /^packages /, why: 'what an account may use' },
    { pattern: /^dictionaries /, why: 'values that records refer to' },
    { pattern: /^error_types /, why: 'what a check can fail with' },
    {
      pattern: /^(sensors|service_types|services|groups|group_stats|service_statuses) /,
      why: 'what is monitored, and from where',
    },
    {
      pattern: /^(suspensions|service_suspensions|corrections) /,
      why: 'when it is not monitored, and what was recorded wrongly',
    },
    {
      pattern: /^(contacts|contact_addresses|contact_groups|contact_suspensions|templates) /,
      why: 'who is notified, and how',
    },
    { pattern: /^(notification_addresses|periodic_report_addresses) /, why: 'the same in the older style' },
    { pattern: /^(events|escalations|escalation_suspensions) /, why: 'what they are notified about' },
    { pattern: /^(report_templates|reports) /, why: 'what reports say' },
    { pattern: /^system \w+ \/system\/(dns|traceroute)_diagnostics/, why: 'what sensors are asked by hand' },
    { pattern: /^system GET \/system\/(my_ip_address|stats)$/, why: 'what anyone may ask of the system' },
    { pattern: /^system POST \/system\/reset_password\//, why: 'a forgotten password' },
    { pattern: /^(history|charts) /, why: 'what was watched, and what it came to' },
    { pattern: /^logs /, why: 'the same of a whole account, and who was notified' },
    { pattern: /^mobile /, why: 'devices that take push notifications' },
    { pattern: /^permissions /, why: 'permissions of the resources above' },
  ],
  additions: {
    ...additionalOperations,
    'POST /admin/packages': 'packages are data: the flags of the interface for changing them need an operation',
    'PUT /admin/packages/{_id}': 'as above; the flag is update',
    'DELETE /admin/packages/{_id}': 'as above; the flag is delete',
    'GET /accounts/{_account_id}/logs/audit': 'every write can be proved to whom it concerns',
    'GET /accounts/{_id}/metrics': 'the state of services, for the Prometheus of their owner',
    'GET /accounts/{_id}/export': 'everything an account holds can be taken along',
    'POST /apply': 'a whole configuration is declared, planned and carried out in one transaction',
    'POST /sensors': 'administrators register public sensors, accounts private ones',
    'PUT /sensors/{_id}': 'as above; the flag is update',
    'DELETE /sensors/{_id}': 'as above; the flag is delete',
    'POST /sensors/{_id}/enrolment': 'the one-time token by which a sensor introduces itself',
    'GET /services/{_id}/heartbeat': 'what a monitored job reported last, and whether it has an address',
    'POST /services/{_id}/heartbeat_token': 'the address that a watched job reports to',
    'GET /heartbeats/{_token}': 'a watched job reports; GET, because many jobs can do nothing else',
    'POST /heartbeats/{_token}': 'as above, for jobs that can',
    'POST /sensors/enrol': 'a sensor introduces itself, and gets its credentials for the broker',
    'POST /sensors/{_id}/revoke': 'the credentials of a sensor are taken away',
    'GET /live': 'changes are sent as they happen, instead of polling every few seconds',
    'GET /occurrences/{_id}': 'what happened, who was notified, who was not and why, and who acknowledged it',
    'GET /services/{_id}/occurrences': 'the same of a service, in a time range',
    'GET /accounts/{_account_id}/logs/occurrences': 'the same of a whole account, in a time range',
    'GET /reports/{_id}/deliveries': 'who was sent a report, and whether it arrived at their mail server',
    'POST /reports/{_id}/revoke_links': 'links in e-mails outlast a month, and can be taken back',
    'POST /report_templates/preview': 'what a report will look like, before its template is saved',
    'GET /reports/{_id}/proof': 'a customer shows without our database that a report is sealed, and since when',
    'GET /reports/{_id}/proof/by_token/{file_name}': 'as above, for everyone who has a link to the report',
    'GET /corrections/{_id}/effect': 'what a change of a correction would make of the service level',
    'GET /services/{_id}/history/what_if': 'what other rules would have made of the same checks',
    'GET /services/{_id}/history/analyses/{_analysis_id}/checks/{_sensor_id}/artifacts/{_artifact_id}/earlier':
      'what was kept is compared with what was kept before it',
    'GET /services/{_id}/charts/performance/phases': 'what a response time is made of',
    'GET /dictionaries/notification_reasons': 'why a notification was suppressed, in words',
    'GET /dictionaries/notification_reasons/{_id}': 'as above',
    'POST /contact_addresses/{_id}/send_verification_code': 'no one is called at a number that is not theirs',
    'POST /contact_addresses/{_id}/verify': 'as above; the code that was sent',
    'POST /contact_addresses/{_id}/send_test_notification': 'whether a message arrives is known before it has to',
    'POST /notification_addresses/{_id}/send_verification_code': 'as above, in the older style',
    'POST /notification_addresses/{_id}/verify': 'as above',
    'GET /accounts/{_id}/branding': 'reports show the name, logo, colour and contact of their sender',
    'PUT /accounts/{_id}/branding': 'as above',
    'DELETE /accounts/{_id}/branding': 'as above',
    'GET /accounts/{_id}/branding/effective': 'as above, with what is inherited from the reseller',
    'GET /accounts/{_id}/signing_keys': 'receivers can verify that requests are ours',
    'POST /accounts/{_id}/signing_keys': 'as above; the key is shown once',
    'DELETE /accounts/{_id}/signing_keys/{_key_id}': 'as above; one takes over from the other',
    'POST /accounts/{_id}/observe': 'those responsible for an account see it as its holder does, and change nothing',
    'GET /accounts/{_account_id}/logs/security_events': 'the holder of an account sees attempts to guess its password',
    'GET /admin/security_events': 'as above, of the whole installation',
    'POST /sessions/step_up': 'a stolen token alone does not take over an account',
    'POST /templates/preview': 'what a template will look like, before it is saved',
    'POST /templates/{_id}/preview': 'what a saved template looks like',
  },
}

/** Operations that create something although no collection is read under their path. */
const creatingPaths = new Set([
  '/accounts/register',
  '/accounts/invite',
  '/accounts/subaccount',
  '/accounts/{_id}/observe',
  '/accounts/{_id}/signing_keys',
  '/api_keys',
  '/applications',
  '/passkeys',
  '/sessions/passkey',
  '/sso/sessions',
])

/** Creating operations that return a secret besides the id; it is shown only once. */
const secrets: Readonly<Record<string, string | readonly string[]>> = {
  '/sessions': 'token',
  '/accounts/{_id}/observe': 'token',
  '/accounts/{_id}/signing_keys': 'key',
  '/api_keys': 'key',
  '/applications': ['client_id', 'client_secret'],
  '/passkeys': 'recovery_codes',
  '/sessions/passkey': 'token',
  '/sso/sessions': 'token',
}

/** Actions that return a result; all others return nothing. */
const answeringPaths = new Set([
  '/accounts/{_id}/2fa/setup',
  '/accounts/{_id}/2fa/verify',
  '/accounts/{_id}/customer_portal_sessions',
  '/applications/{_id}/rotate_secret',
  '/accounts/{_id}/recovery_codes',
  '/passkeys/authentication',
  '/passkeys/registration',
  '/apply',
  '/authorization_requests/{_uid}/approve',
  '/authorization_requests/{_uid}/deny',
  '/device_authorizations/find',
  '/sensors/enrol',
  '/sensors/{_id}/enrolment',
  '/services/bulk_force_analysis',
  '/services/{_id}/force_analysis',
  '/services/{_id}/force_custom_analysis',
  '/services/{_id}/heartbeat_token',
  '/services/{_id}/schedule_custom_analysis',
  '/sso/links',
  '/sso/results',
  '/sso/sign_ins',
  '/sso/step_ups',
  '/sso_connections/{_id}/scim_token',
  '/sso_connections/{_id}/test',
  '/sso_connections/{_id}/test_sign_in',
  '/status_page_entries',
  '/status_page_visitors',
  '/status_pages/{_id}/link',
  '/report_templates/preview',
  '/templates/preview',
  '/templates/{_id}/preview',
])

/** Compares the served operations with the API's list, and the response of each with the rule for it. */
export function compare(
  listed: readonly ListedOperation[],
  served: readonly ServedOperation[],
  requiredRules: Rules,
): Report {
  const wanted = new Map(listed.map((operation) => [toKey(operation), operation]))
  const found = new Map(served.map((operation) => [toKey(operation), operation]))
  const missing = listed.filter((operation) => !found.has(toKey(operation)))
  const faults = [
    ...findRepeated(listed).map((name) => `listed twice: ${name}`),
    ...findRepeated(served).map((name) => `served twice: ${name}`),
    ...served.flatMap((operation) => findListingFaults(operation, wanted.get(toKey(operation)), requiredRules)),
    ...served.flatMap((operation) =>
      findAnswerFaults(operation, { listed, additions: Object.keys(requiredRules.additions) }),
    ),
    ...missing
      .filter((operation) => isDue(operation, requiredRules))
      .map((operation) => `due but not served: ${formatOperation(operation)}`),
    ...findStaleRules(listed, found, requiredRules),
  ]
  return { faults, missing, served: new Set(listed.filter((operation) => found.has(toKey(operation)))) }
}

function findListingFaults(
  operation: ServedOperation,
  listed: ListedOperation | undefined,
  { additions }: Rules,
): string[] {
  const name = formatOperation(operation)
  if (!listed) return Object.hasOwn(additions, name) ? [] : [`neither in the list nor a declared addition: ${name}`]
  const deprecated = operation.deprecated ?? false
  return [
    ...(operation.path === listed.path ? [] : [`other parameter names: ${name}, listed as ${listed.path}`]),
    ...(operation.tag === listed.tag ? [] : [`other tag: ${name} has ${operation.tag}, listed as ${listed.tag}`]),
    ...(deprecated === listed.deprecated ? [] : [`deprecation: ${name}, listed as deprecated ${listed.deprecated}`]),
  ]
}

/**
 * Lists, searches and reads must return 200, creating operations 201 with an id, and changes, deletions and actions
 * without a result 204.
 */
function findAnswerFaults(operation: ServedOperation, known: KnownOperations): string[] {
  const expected = getExpectedResponse(operation, known)
  const shape = getShape(operation)
  const name = formatOperation(operation)
  return [
    ...(operation.status === expected.status
      ? []
      : [`status: ${name} has ${operation.status}, not ${expected.status}`]),
    ...(expected.shapes.includes(shape) ? [] : [`result: ${name} has ${shape}, not ${expected.shapes.join(' or ')}`]),
    ...(expected.members ? findMemberFaults(operation, expected.members) : []),
  ]
}

/** All operations that may exist: those of the API, and our additions as `METHOD path`. */
interface KnownOperations {
  readonly listed: readonly ListedOperation[]
  readonly additions: readonly string[]
}

type ResultShape = 'nothing' | 'one' | 'list'

const getShape = ({ result, media }: ServedOperation): ResultShape => {
  if (Array.isArray(result)) return 'list'
  return result === undefined && media === undefined ? 'nothing' : 'one'
}

interface ExpectedResponse {
  readonly status: number
  readonly shapes: readonly ResultShape[]
  readonly members?: readonly string[]
}

function getExpectedResponse(
  { method, path }: ServedOperation,
  { listed, additions }: KnownOperations,
): ExpectedResponse {
  const paths = [...listed.map((other) => other.path), ...additions.map((name) => name.slice(name.indexOf(' ') + 1))]
  const isCollection = paths.some((other) => other.startsWith(`${path}/{`) || other === `${path}/search`)
  if (method === 'PUT' || method === 'DELETE') return { status: 204, shapes: ['nothing'] }
  if (method === 'GET') return { status: 200, shapes: getReadShapes(path, isCollection) }
  if (path.endsWith('/search')) return { status: 200, shapes: ['list'] }
  const isRead = listed.some((other) => other.method === 'GET' && other.path === path)
  if (isCollection || isRead || creatingPaths.has(path) || path.endsWith('/bulk_create')) {
    const shapes: ResultShape[] = [path.endsWith('/bulk_create') ? 'list' : 'one']
    return { status: 201, shapes, members: ['id', ...[secrets[path] ?? []].flat()].sort() }
  }
  return answeringPaths.has(path) ? { status: 200, shapes: ['one'] } : { status: 204, shapes: ['nothing'] }
}

function getReadShapes(path: string, isCollection: boolean): ResultShape[] {
  if (isCollection) return ['list']
  return path.endsWith('/{_id}') ? ['one'] : ['one', 'list']
}

function findMemberFaults(operation: ServedOperation, members: readonly string[]): string[] {
  const [result] = [operation.result].flat() as ({ schema: object } | undefined)[]
  const { properties = {}, required = [] } = (result?.schema ?? {}) as { properties?: object; required?: string[] }
  const faults: string[] = []
  if (String(Object.keys(properties).sort()) !== String(members))
    faults.push(`result: ${formatOperation(operation)} has {${Object.keys(properties)}}, not {${members}}`)
  if (String([...required].sort()) !== String(members))
    faults.push(`result: ${formatOperation(operation)} requires {${required}}, not {${members}}`)
  return faults
}

const isDue = (operation: ListedOperation, { due }: Rules): boolean =>
  due.some(({ pattern }) => pattern.test(describeListed(operation)))

/** Returns rules that match nothing: such a rule would hide the next mistake. */
function findStaleRules(
  listed: readonly ListedOperation[],
  found: ReadonlyMap<string, unknown>,
  requiredRules: Rules,
): string[] {
  const names = listed.map(describeListed)
  const matches = ({ pattern }: Rule) => names.some((name) => pattern.test(name))
  const isServed = (addition: string) => [...found.keys()].includes(removeParameterNames(addition))
  return [
    ...requiredRules.due.filter((rule) => !matches(rule)).map(({ pattern }) => `matches nothing: ${pattern}`),
    ...Object.keys(requiredRules.additions)
      .filter((addition) => !isServed(addition) || names.some((name) => name.endsWith(` ${addition}`)))
      .map((addition) => `declared as an addition, but it is not one: ${addition}`),
  ]
}

const formatOperation = ({ method, path }: Pick<ListedOperation, 'method' | 'path'>): string => `${method} ${path}`
const describeListed = (operation: ListedOperation): string => `${operation.tag} ${formatOperation(operation)}`
const removeParameterNames = (text: string): string => text.replaceAll(/\{\w+\}/g, '{}')
/** Identifies an operation by method and path, without parameter names: they make no difference to a router. */
const toKey = (operation: Pick<ListedOperation, 'method' | 'path'>): string =>
  removeParameterNames(formatOperation(operation))

const findRepeated = (all: readonly Pick<ListedOperation, 'method' | 'path'>[]): string[] =>
  all.map(toKey).filter((name, index, names) => names.indexOf(name) !== index)

/** The API's list of operations, as it is kept with the tests. */
export async function readList(): Promise<ListedOperation[]> {
  const text = await readFile(join(repositoryRoot, 'packages/api/test/interface/operations.tsv'), 'utf8')
  const [, ...rows] = text.trimEnd().split('\n')
  if (rows.length !== operationCount) throw new Error(`the list has ${rows.length} operations`)
  return rows.map((row) => {
    const [tag = '', method = '', path = '', deprecated = '', purpose = ''] = row.split('\t')
    return { tag, method, path, deprecated: deprecated === 'yes', purpose }
  })
}

function formatReport(listed: readonly ListedOperation[], { faults, missing, served }: Report): string[] {
  const tags = [...new Set(listed.map(({ tag }) => tag))]
  const count = (all: Iterable<ListedOperation>, tag: string) =>
    [...all].filter((operation) => operation.tag === tag).length
  return [
    ...tags.map((tag) => `${tag.padEnd(26)} ${String(count(served, tag)).padStart(3)} of ${count(listed, tag)}`),
    '',
    ...missing.map((operation) => `missing: ${describeListed(operation)} (${operation.purpose})`),
    ...Object.entries(rules.additions).map(([name, why]) => `addition: ${name} (${why})`),
    ...faults.map((fault) => `FAULT: ${fault}`),
    `operations: ${served.size} of ${operationCount}`,
  ]
}

if (import.meta.main) {
  const listed = await readList()
  const report = compare(listed, operations, rules)
  console.log(formatReport(listed, report).join('\n'))
  if (report.faults.length > 0) process.exitCode = 1
}
