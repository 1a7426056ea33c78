import { randomBytes } from 'node:crypto'
import { type AnyCommand, CommandError, command, exitCodes } from '@wachta/cli'
import { readDatabaseUrl, readSecretKeys } from '../environment.ts'
import { defineInstallationCommand } from '../single-node/define-installation-command.ts'

const secretCommand = command({
  path: 'admin keys secret',
  summary: { en: 'generate an entry for SECRET_KEYS', pl: 'utwórz wpis do SECRET_KEYS' },
  details: {
    en: 'Generate an entry for SECRET_KEYS. Put it before the others, separated by a comma, and restart the processes: new secrets are encrypted with it. Then run `wachta admin keys rotate`.',
    pl: 'Utwórz wpis do SECRET_KEYS. Wstaw go przed pozostałymi, oddzielony przecinkiem, i uruchom ponownie procesy: nowe dane poufne są nim szyfrowane. Potem wykonaj `wachta admin keys rotate`.',
  },
  options: {
    name: { kind: 'text', summary: { en: 'name of the key', pl: 'nazwa klucza' } },
  },
  async run({ options, out }) {
    const name = options.name ?? `k${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`
    if (!/^\w+$/.test(name))
      throw new CommandError(
        { en: '--name may contain only letters, digits and _.', pl: '--name może zawierać tylko litery, cyfry i _.' },
        { exitCode: exitCodes.usage },
      )
    const entry = `${name}:${randomBytes(32).toString('base64')}`
    out.result({ name, entry }, () => out.line(entry))
    return undefined
  },
})

const rotateCommand = defineInstallationCommand({
  path: 'admin keys rotate',
  summary: {
    en: 're-encrypt stored secrets with the first key of SECRET_KEYS',
    pl: 'zaszyfruj zapisane dane poufne od nowa, pierwszym kluczem z SECRET_KEYS',
  },
  details: {
    en: 'Encrypt all stored secrets with the first key of SECRET_KEYS; the installation may keep running. Links in messages are valid for seven days: keep the former key at the end of SECRET_KEYS until then.',
    pl: 'Zaszyfruj wszystkie zapisane dane poufne pierwszym kluczem z SECRET_KEYS; instalacja może działać. Odnośniki w wiadomościach są ważne siedem dni: na ten czas zostaw poprzedni klucz na końcu SECRET_KEYS.',
  },
  async run({ out, environment }) {
    const { resealSecrets } = await import('@wachta/api')
    const { openDatabase, rejectForeignSchema } = await import('@wachta/database')
    const { createVault } = await import('@wachta/runtime/vault')
    const vault = createVault(readSecretKeys(environment))
    await using database = openDatabase(readDatabaseUrl(environment), { connections: 1 })
    await rejectForeignSchema(database.pool)
    const places = await resealSecrets(database, vault, (done, all) =>
      out.progress({ en: `${done} of ${all} …`, pl: `${done} z ${all} …` }),
    )
    const sum = (outcome: 'resealed' | 'current' | 'unreadable') =>
      places.reduce((total, place) => total + place[outcome], 0)
    const [resealed, current, unreadable] = [sum('resealed'), sum('current'), sum('unreadable')]
    out.result({ resealed, current, unreadable, places }, () => {
      out.print({
        en: `Re-encrypted: ${resealed}. Already encrypted with the first key: ${current}.`,
        pl: `Zaszyfrowano od nowa: ${resealed}. Już pod pierwszym kluczem: ${current}.`,
      })
      if (unreadable > 0)
        out.print({
          en: `Not readable with any of the keys: ${unreadable}. Append the missing key to SECRET_KEYS, and run this again.`,
          pl: `Nie do odczytania żadnym kluczem: ${unreadable}. Dopisz brakujący klucz na końcu SECRET_KEYS i uruchom ponownie.`,
        })
    })
    return unreadable === 0 ? exitCodes.ok : exitCodes.found
  },
})

export const adminKeys: readonly AnyCommand[] = [secretCommand, rotateCommand]
