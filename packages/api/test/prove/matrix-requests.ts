import type { Operation } from '@wachta/resource'
import { canary } from './matrix-canaries.ts'
import type { Target } from './matrix-oracle.ts'
import type { Role } from './matrix-roles.ts'
import { dictionaries, type Rule } from './matrix-rules.ts'
import type { Asked } from './matrix-stage.ts'
import { mailedToken, password, type Trees } from './matrix-trees.ts'

/** An id that no row has. */
export const absentId = 987_654_321

/** A body that is in order, so that nothing but the caller's rights decides. */
const bodies: Readonly<Record<string, (target: Target | null, trees: Trees) => unknown>> = {
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
  create_session: signIn,
  create_auth_token: signIn,
  initialize_password_reset: (target) => ({ username: usernameOf(target) }),
  confirm_password_reset: (target) => ({
    account_id: target?.key,
    token: mailedToken.password,
    new_password: password,
  }),
}

export const newcomer = {
  name: 'Newcomer',
  username: 'newcomer',
  password,
  user_data: { email_address: 'newcomer@example.com' },
}

function signIn(target: Target | null) {
  return { username: usernameOf(target), password }
}

const usernameOf = (target: Target | null): string => canary('account', target?.holder?.number ?? 0)

/** The call of an operation on a target. */
export function requestOf(operation: Operation, target: Target | null, trees: Trees): Asked {
  const { id, method, body, bodyOptional } = operation
  const make = bodies[id]
  if (body && !bodyOptional && !make) throw new Error(`no request for operation ${id}`)
  const [path = '', ...words] = operation.path.split(/\{_(?:id|account_id)\}/)
  const keyed = [path, ...words].join(String(target?.key ?? '')).replace('{_key}', 'theme')
  if (keyed.includes('{')) throw new Error(`no value for a parameter of ${operation.path}`)
  const query = id === 'activate_account' ? `?token=${mailedToken.activation}` : ''
  return { method, path: keyed + query, ...(make && { body: make(target, trees) }) }
}

/** What an operation is tried on: every kind of account in every tree, and what hangs on them. */
export function targetsOf(rule: Rule, role: Role, trees: Trees): (Target | null)[] {
  const resource = rule.on ?? rule.under
  if (rule.kind === 'token') return accounts(trees)
  if (rule.kind === 'sign-in' || rule.byName) return accounts(trees).filter(({ label }) => signsIn.has(label))
  if (resource === undefined) return [null]
  if (rule.onActedFor) return [actedFor(role)]
  switch (resource) {
    case 'account':
    case 'user_data':
    case 'admin_account':
      if (rule.inBody) return [...accounts(trees).filter(({ label }) => takesIn.has(label)), absent(absentId)]
      return [...accounts(trees), ...alias(resource, role, trees), absent(absentId)]
    case 'package':
    case 'admin_package':
      return [...packages(trees), ...alias(resource, role, trees), absent(absentId)]
    case 'session':
      return [...sessions(role, trees), absent(absentId)]
    case 'error_type':
      return [word(trees, 'error_types'), absent(absentId)]
    default:
      return [word(trees, dictionaries[resource]), absent('no_such_word')]
  }
}

const absent = (key: string | number): Target => ({ label: 'absent', key, absent: true })

const targetNames = [
  ...['A.main', 'A.user', 'A.viewer', 'A.blocked', 'A.sub', 'A.bare', 'A.subuser'],
  ...['B.main', 'B.user', 'B.sub'],
  ...['C.main', 'C.user', 'C.sub'],
  ...['D.main', 'D.user', 'staff'],
]
/** A password takes its time; a few accounts show what there is to show. */
const signsIn = new Set(['A.main', 'A.blocked'])
const takesIn = new Set([
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

const accounts = (trees: Trees): Target[] =>
  targetNames.map((label) => ({ label, key: trees.holder(label).id, holder: trees.holder(label) }))

const packages = (trees: Trees): Target[] =>
  trees.packages.map((offer) => ({ label: `package ${offer.name}`, key: offer.id, offer }))

function sessions({ session }: Role, trees: Trees): Target[] {
  const lying = trees.sessions.filter(({ holder }, index, all) => {
    const isFirst = all.findIndex((other) => other.holder === holder) === index
    return isFirst && targetNames.includes(holder.name)
  })
  const target = (of: (typeof lying)[number], label: string): Target => ({ label, key: of.id, session: of })
  return [
    ...lying.map((of) => target(of, `session of ${of.holder.name}`)),
    ...(session ? [target(session, 'this session')] : []),
  ]
}

/** The words that stand for the caller's own rows. */
function alias(resource: string, { holder }: Role, trees: Trees): Target[] {
  if (!holder) return []
  if (resource === 'account') return [{ label: 'my_account', key: 'my_account', holder }]
  if (resource === 'user_data') return [{ label: 'my_user_data', key: 'my_user_data', holder }]
  if (resource === 'package')
    return [{ label: 'my_package', key: 'my_package', offer: trees.offer(holder.package.name) }]
  return []
}

const word = (trees: Trees, dictionary = ''): Target => {
  const [key] = trees.words.get(dictionary) ?? []
  if (key === undefined) throw new Error(`no word in ${dictionary}`)
  return { label: String(key), key }
}

const actedFor = ({ holder }: Role): Target | null => {
  const actsFor = holder?.parent ?? holder
  return actsFor && { label: actsFor.name, key: actsFor.id, holder: actsFor }
}
