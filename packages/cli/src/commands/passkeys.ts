import { type Client, collectPages, type Passkey } from '@wachta/client'
import { CommandError, command } from '../frame/command.ts'
import type { CliLanguage } from '../frame/localized-text.ts'
import type { OutputColumn } from '../frame/output.ts'
import { connectCli } from '../session/connection.ts'
import { callWithStepUp } from '../session/step-up.ts'
import { formatRelativeTime } from '../times/time-text.ts'

const passkeyOperand = { name: 'passkey', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }

const listPasskeys = command({
  path: 'passkeys list',
  summary: { en: 'list your passkeys', pl: 'wypisz swoje klucze dostępu' },
  details: {
    en: 'List your passkeys. To add one, use the web app: creating a passkey needs a browser.',
    pl: 'Wypisz swoje klucze dostępu. Klucz dodasz w aplikacji webowej: do utworzenia potrzebna jest przeglądarka.',
  },
  printsRecords: true,
  async run(invocation) {
    const { out, language } = invocation
    const passkeys = await readPasskeys(await connectCli(invocation))
    if (passkeys.length === 0) out.print({ en: 'No passkeys.', pl: 'Brak kluczy dostępu.' })
    if (passkeys.length > 0 || out.format !== 'text') out.table(passkeys, getPasskeyColumns(language, new Date()))
  },
})

function getPasskeyColumns(language: CliLanguage, now: Date): OutputColumn<Passkey>[] {
  const formatAgo = (time: string | null) => (time === null ? null : formatRelativeTime(time, now, language))
  return [
    { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
    { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
    {
      title: { en: 'Synced', pl: 'Synchronizowany' },
      value: ({ is_backed_up }) => formatYesNo[language](is_backed_up),
    },
    { title: { en: 'Added', pl: 'Dodany' }, value: ({ created_at }) => formatAgo(created_at), isNeverCut: true },
    {
      title: { en: 'Last used', pl: 'Ostatnio użyty' },
      value: ({ last_used_at }) => formatAgo(last_used_at),
      isNeverCut: true,
    },
    {
      title: { en: 'Copy suspected', pl: 'Podejrzenie kopii' },
      value: ({ clone_suspected_at }) => formatAgo(clone_suspected_at),
      tone: ({ clone_suspected_at }) => (clone_suspected_at === null ? undefined : 'bad'),
    },
  ]
}

const formatYesNo: Readonly<Record<CliLanguage, (is: boolean) => string>> = {
  en: (is) => (is ? 'yes' : 'no'),
  pl: (is) => (is ? 'tak' : 'nie'),
}

const renamePasskey = command({
  path: 'passkeys rename',
  summary: { en: 'rename a passkey', pl: 'zmień nazwę klucza dostępu' },
  operands: [passkeyOperand, { name: 'name', summary: { en: 'its new name', pl: 'nowa nazwa' } }],
  async run(invocation) {
    const { operands, out } = invocation
    const client = await connectCli(invocation)
    const [word = '', name = ''] = operands
    const { id, name: oldName } = findPasskey(await readPasskeys(client), word)
    await client.call('update_passkey', { path: { _id: id }, body: { name } })
    out.result({ id, name }, () =>
      out.print({ en: `Renamed: ${oldName} → ${name}`, pl: `Zmieniono nazwę: ${oldName} → ${name}` }),
    )
  },
})

const revokePasskey = command({
  path: 'passkeys revoke',
  summary: {
    en: 'revoke a passkey immediately and end your other sessions',
    pl: 'usuń klucz dostępu natychmiast i zakończ pozostałe sesje',
  },
  operands: [passkeyOperand],
  async run(invocation) {
    const { operands, out } = invocation
    const client = await connectCli(invocation)
    const { id, name } = findPasskey(await readPasskeys(client), operands[0] ?? '')
    await callWithStepUp(client, invocation, () => client.call('delete_passkey', { path: { _id: id } }))
    out.result({ id }, () => out.print({ en: `Revoked: ${name}`, pl: `Usunięto: ${name}` }))
  },
})

export const passkeyCommands = [listPasskeys, renamePasskey, revokePasskey]

/** Reads only the caller's own passkeys, although an administrator can read those of others too. */
async function readPasskeys(client: Client): Promise<Passkey[]> {
  const { id } = await client.call('read_account', { path: { _id: 'my_account' }, query: { fields: ['id'] } })
  return collectPages(client.pages('list_passkeys', { query: { 'filter.account_id': id, sort: ['id'] } }))
}

function findPasskey(passkeys: readonly Passkey[], word: string): Passkey {
  const found = passkeys.filter(({ id, name }) => String(id) === word || name === word)
  if (found.length === 1 && found[0]) return found[0]
  if (found.length === 0)
    throw new CommandError({
      en: `There is no passkey "${word}". See: wachta passkeys list`,
      pl: `Nie ma klucza dostępu „${word}”. Zobacz: wachta passkeys list`,
    })
  const listed = found.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new CommandError({
    en: `Several passkeys have this name. Give the id of one:\n${listed}`,
    pl: `Kilka kluczy dostępu ma tę nazwę. Podaj identyfikator jednego z nich:\n${listed}`,
  })
}
