import { type Account, type AccountRoleData, type Client, collectPages } from '@wachta/client'
import { CommandError, command } from '../frame/command.ts'
import type { CliLanguage } from '../frame/localized-text.ts'
import type { OutputColumn } from '../frame/output.ts'
import { findOne } from '../kinds/find.ts'
import { connectCli } from '../session/connection.ts'
import { callWithStepUp } from '../session/step-up.ts'

type AssignableRole = AccountRoleData['role']

const roleOption = {
  kind: 'text',
  value: 'role',
  summary: {
    en: 'manager, editor, operator, viewer or billing',
    pl: 'manager, editor, operator, viewer albo billing',
  },
} as const

const groupOption = {
  kind: 'texts',
  value: 'group',
  summary: {
    en: 'limit the user to this group, by id or name; repeatable',
    pl: 'ogranicz użytkownika do tej grupy (identyfikator lub nazwa); można powtarzać',
  },
} as const

const listUsers = command({
  path: 'users list',
  summary: { en: 'list the users of your account', pl: 'wypisz użytkowników konta' },
  options: {},
  printsRecords: true,
  async run(invocation) {
    const { out, language } = invocation
    const users = await readUsers(await connectCli(invocation))
    if (users.length === 0) out.print({ en: 'No other users.', pl: 'Brak innych użytkowników.' })
    if (users.length > 0 || out.format !== 'text') out.table(users, getUserColumns(language))
  },
})

const getUserColumns = (language: CliLanguage): OutputColumn<Account>[] => [
  { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
  { title: { en: 'Username', pl: 'Użytkownik' }, value: ({ username }) => username },
  { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
  { title: { en: 'Role', pl: 'Rola' }, value: ({ role }) => role, isNeverCut: true },
  { title: { en: 'Groups', pl: 'Grupy' }, value: ({ role_group_ids }) => role_group_ids?.join(' ') },
  { title: { en: 'State', pl: 'Stan' }, value: (user) => userStates[getState(user)][language], isNeverCut: true },
]

const userStates = {
  blocked: { en: 'Blocked', pl: 'Zablokowany' },
  invited: { en: 'Invited', pl: 'Zaproszony' },
  active: { en: 'Active', pl: 'Aktywny' },
}

const getState = ({ is_blocked, is_activated }: Account): keyof typeof userStates => {
  if (is_blocked) return 'blocked'
  return is_activated ? 'active' : 'invited'
}

const inviteUser = command({
  path: 'users invite',
  summary: { en: 'invite a colleague by e-mail', pl: 'zaproś współpracownika e-mailem' },
  details: {
    en: 'Invite a colleague, who receives an e-mail with a link to set a password. The link is valid for 48 hours.',
    pl: 'Zaproś współpracownika, który dostanie e-mail z linkiem do ustawienia hasła. Link jest ważny 48 godzin.',
  },
  operands: [{ name: 'address', summary: { en: 'the e-mail address', pl: 'adres e-mail' } }],
  options: { role: { ...roleOption, default: 'viewer' }, group: groupOption },
  async run(invocation) {
    const { operands, options, out } = invocation
    const client = await connectCli(invocation)
    const email_address = operands[0] ?? ''
    const body = {
      email_address,
      role: options.role as AssignableRole,
      group_ids: await findGroups(client, options.group),
    }
    const invited = await callWithStepUp(client, invocation, () => client.call('invite_user', { body }))
    out.result(invited, () =>
      out.print({ en: `Invitation sent to ${email_address}.`, pl: `Wysłano zaproszenie na ${email_address}.` }),
    )
  },
})

const changeRole = command({
  path: 'users role',
  summary: { en: 'change the role of a user', pl: 'zmień rolę użytkownika' },
  details: {
    en: 'Change the role of a user. Without --group, the role is for the whole account, even if the user was limited to groups before.',
    pl: 'Zmień rolę użytkownika. Bez --group rola dotyczy całego konta, także gdy użytkownik był dotąd ograniczony do grup.',
  },
  operands: [
    { name: 'user', summary: { en: 'its id or username', pl: 'identyfikator lub nazwa użytkownika' } },
    { name: 'role', summary: roleOption.summary },
  ],
  options: { group: groupOption },
  async run(invocation) {
    const { operands, options, out } = invocation
    const client = await connectCli(invocation)
    const user = findUser(await readUsers(client), operands[0] ?? '')
    // The API rejects an unknown role and lists the existing ones.
    const body = { role: operands[1] as AssignableRole, group_ids: await findGroups(client, options.group) }
    await callWithStepUp(client, invocation, () => client.call('change_account_role', { path: { _id: user.id }, body }))
    out.result({ id: user.id, ...body }, () =>
      out.print({ en: `${user.username}: ${body.role}`, pl: `${user.username}: ${body.role}` }),
    )
  },
})

const deleteUser = command({
  path: 'users delete',
  summary: { en: 'delete a user, or cancel an invitation', pl: 'usuń użytkownika albo cofnij zaproszenie' },
  operands: [{ name: 'user', summary: { en: 'its id or username', pl: 'identyfikator lub nazwa użytkownika' } }],
  options: {},
  async run(invocation) {
    const { operands, out } = invocation
    const client = await connectCli(invocation)
    const user = findUser(await readUsers(client), operands[0] ?? '')
    await callWithStepUp(client, invocation, () => client.call('delete_account', { path: { _id: user.id } }))
    out.result({ id: user.id }, () => out.print({ en: `Deleted: ${user.username}`, pl: `Usunięto: ${user.username}` }))
  },
})

export const userCommands = [listUsers, inviteUser, changeRole, deleteUser]

/** The users of the account that the caller acts for. */
async function readUsers(client: Client): Promise<Account[]> {
  const account = await client.call('read_account', { path: { _id: 'my_account' } })
  const all = await collectPages(client.pages('list_accounts', { query: { sort: ['username'] } }))
  return all.filter(({ parent_account_id }) => parent_account_id === (account.parent_account_id ?? account.id))
}

async function findGroups(client: Client, words: readonly string[]): Promise<number[] | null> {
  const ids: number[] = []
  for (const word of words) ids.push(Number((await findOne(client, 'groups', word)).id))
  return ids.length > 0 ? ids : null
}

function findUser(users: readonly Account[], word: string): Account {
  const found = users.find(({ id, username }) => String(id) === word || username === word)
  if (found) return found
  throw new CommandError({
    en: `There is no user "${word}". See: wachta users list`,
    pl: `Nie ma użytkownika „${word}”. Zobacz: wachta users list`,
  })
}
