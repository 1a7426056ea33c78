import { type ApiKey, type ApiKeyCreateData, type Client, collectPages } from '@wachta/client'
import { CommandError, command, exitCodes } from '../frame/command.ts'
import type { CliLanguage } from '../frame/localized-text.ts'
import type { OutputColumn } from '../frame/output.ts'
import { findOne } from '../kinds/find.ts'
import { connectCli } from '../session/connection.ts'
import { callWithStepUp } from '../session/step-up.ts'
import { parseFutureTime, toApiTime } from '../times/time.ts'
import { formatRelativeTime } from '../times/time-text.ts'

const defaultLifetime = '90d'

const listKeys = command({
  path: 'keys list',
  summary: { en: 'list your API keys', pl: 'wypisz swoje klucze API' },
  options: {
    all: { kind: 'flag', summary: { en: 'include revoked and expired keys', pl: 'także unieważnione i wygasłe' } },
  },
  printsRecords: true,
  async run(invocation) {
    const { options, out, language } = invocation
    const client = await connectCli(invocation)
    const now = new Date()
    const keys = (await readKeys(client)).filter((key) => options.all || getState(key, now.getTime()) === 'active')
    if (keys.length === 0) out.print({ en: 'No API keys.', pl: 'Brak kluczy API.' })
    if (keys.length > 0 || out.format !== 'text')
      out.table(keys, getKeyColumns({ language, now, showsState: options.all }))
  },
})

interface KeyColumnOptions {
  readonly language: CliLanguage
  readonly now: Date
  readonly showsState: boolean
}

function getKeyColumns({ language, now, showsState }: KeyColumnOptions): OutputColumn<ApiKey>[] {
  const formatAgo = (time: string | null) => (time === null ? null : formatRelativeTime(time, now, language))
  const state: OutputColumn<ApiKey> = {
    title: { en: 'State', pl: 'Stan' },
    value: (key) => keyStates[getState(key, now.getTime())][language],
    tone: (key) => (getState(key, now.getTime()) === 'active' ? 'good' : 'muted'),
    isNeverCut: true,
  }
  return [
    { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
    { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
    { title: { en: 'Key', pl: 'Klucz' }, value: ({ prefix }) => `${prefix}…`, isNeverCut: true },
    ...(showsState ? [state] : []),
    {
      title: { en: 'Expires', pl: 'Wygasa' },
      value: ({ expires_at }) => formatAgo(expires_at) ?? keyNever[language],
      isNeverCut: true,
    },
    {
      title: { en: 'Last used', pl: 'Ostatnio użyty' },
      value: ({ last_used_at }) => formatAgo(last_used_at),
      isNeverCut: true,
    },
    { title: { en: 'Scopes', pl: 'Zakresy' }, value: ({ scopes }) => scopes.join(' ') },
    { title: { en: 'Groups', pl: 'Grupy' }, value: ({ group_ids }) => group_ids?.join(' ') },
  ]
}

const keyNever = { en: 'never', pl: 'nigdy' }
const keyStates = {
  active: { en: 'Active', pl: 'Aktywny' },
  expired: { en: 'Expired', pl: 'Wygasł' },
  revoked: { en: 'Revoked', pl: 'Unieważniony' },
}

const createKey = command({
  path: 'keys create',
  summary: { en: 'create an API key; it is shown only once', pl: 'utwórz klucz API; zobaczysz go tylko raz' },
  details: {
    en: 'Create an API key and print it. Scopes are services, groups, maintenance, corrections, alerts, incidents, contacts, templates, reports, status_pages, status_page_posts, sensors and diagnostics, each with :read or :write, and checks:write and account:read. Use the key as WACHTA_TOKEN, or send it as "Authorization: Bearer wak_…".',
    pl: 'Utwórz klucz API i wypisz go. Zakresy to services, groups, maintenance, corrections, alerts, incidents, contacts, templates, reports, status_pages, status_page_posts, sensors i diagnostics, każdy z :read lub :write, oraz checks:write i account:read. Podaj klucz w WACHTA_TOKEN albo w nagłówku „Authorization: Bearer wak_…”.',
  },
  operands: [{ name: 'name', summary: { en: 'what the key is for', pl: 'do czego służy' } }],
  options: {
    scope: {
      kind: 'texts',
      value: 'scope',
      summary: {
        en: 'what it may do, e.g. services:read; repeatable',
        pl: 'zakres, np. services:read; można powtarzać',
      },
    },
    group: {
      kind: 'texts',
      value: 'group',
      summary: {
        en: 'limit it to this group, by id or name; repeatable',
        pl: 'ogranicz do tej grupy (identyfikator lub nazwa); można powtarzać',
      },
    },
    expires: {
      kind: 'text',
      value: 'time',
      default: defaultLifetime,
      summary: { en: 'when it expires: 90d, 2027-01-31, or never', pl: 'kiedy wygasa: 90d, 2027-01-31 albo never' },
    },
  },
  async run(invocation) {
    const { operands, options, out } = invocation
    if (options.scope.length === 0) throw createMissingScopeError()
    const expires = options.expires === 'never' ? null : toApiTime(parseFutureTime(options.expires, new Date()))
    const client = await connectCli(invocation)
    const groups: number[] = []
    for (const word of options.group) groups.push(Number((await findOne(client, 'groups', word)).id))
    const body = {
      name: operands[0] ?? '',
      // The API rejects an unknown scope and lists the existing ones.
      scopes: options.scope as ApiKeyCreateData['scopes'],
      group_ids: groups.length > 0 ? groups : null,
      expires_at: expires,
    }
    const created = await callWithStepUp(client, invocation, () => client.call('create_api_key', { body }))
    // The key alone goes to standard output, so that it can be piped into a file or a secret store.
    out.result({ ...created, expires_at: expires }, () => {
      out.remark({
        en: 'Store the key now. It is not shown again.',
        pl: 'Zapisz klucz teraz. Nie zostanie pokazany ponownie.',
      })
      out.line(created.key)
    })
  },
})

const revokeKey = command({
  path: 'keys revoke',
  summary: { en: 'revoke an API key immediately', pl: 'unieważnij klucz API natychmiast' },
  operands: [
    {
      name: 'key',
      summary: { en: 'its id, its name, or the beginning of the key', pl: 'identyfikator, nazwa lub początek klucza' },
    },
  ],
  async run(invocation) {
    const { operands, out } = invocation
    const client = await connectCli(invocation)
    const key = findKey(await readKeys(client), operands[0] ?? '')
    await client.call('revoke_api_key', { path: { _id: key.id } })
    out.result({ id: key.id }, () =>
      out.print({ en: `Revoked: ${key.name} (${key.prefix}…)`, pl: `Unieważniono: ${key.name} (${key.prefix}…)` }),
    )
  },
})

export const keyCommands = [listKeys, createKey, revokeKey]

const readKeys = (client: Client): Promise<ApiKey[]> =>
  collectPages(client.pages('list_api_keys', { query: { sort: ['id'] } }))

const getState = ({ revoked_at, expires_at }: ApiKey, now: number): 'active' | 'expired' | 'revoked' => {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active'
}

/** Accepts a complete key too, so that a leaked key can be revoked without looking up its id. */
function findKey(keys: readonly ApiKey[], word: string): ApiKey {
  const now = Date.now()
  const found = keys.filter(
    (key) =>
      String(key.id) === word || (getState(key, now) === 'active' && (key.name === word || matchesPrefix(key, word))),
  )
  if (found.length === 1 && found[0]) return found[0]
  if (found.length === 0)
    throw new CommandError({
      en: `There is no API key "${word}". See: wachta keys list`,
      pl: `Nie ma klucza API „${word}”. Zobacz: wachta keys list`,
    })
  const listed = found.map(({ id, name, prefix }) => `  ${id}  ${prefix}…  ${name}`).join('\n')
  throw new CommandError({
    en: `Several API keys match. Give the id of one:\n${listed}`,
    pl: `Pasuje kilka kluczy API. Podaj identyfikator jednego z nich:\n${listed}`,
  })
}

const matchesPrefix = ({ prefix }: ApiKey, word: string): boolean => word.startsWith('wak_') && word.startsWith(prefix)

const createMissingScopeError = (): CommandError =>
  new CommandError(
    {
      en: 'Specify what the key may do, for example: --scope services:read',
      pl: 'Podaj, do czego klucz ma służyć, na przykład: --scope services:read',
    },
    { exitCode: exitCodes.usage },
  )
