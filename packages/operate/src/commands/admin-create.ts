import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { readDatabaseUrl } from '../environment.ts'
import { defineInstallationCommand } from '../single-node/define-installation-command.ts'

/** Creates an administrator. Without a given password it generates one and shows it once. */
export const adminCreateCommand = defineInstallationCommand({
  path: 'admin create',
  summary: { en: 'create an administrator', pl: 'utwórz administratora' },
  details: {
    en: 'Create an administrator and print the password, which is shown only once. The administrator gets messages in the language of this command.',
    pl: 'Utwórz administratora i wypisz hasło, które widać tylko raz. Administrator dostaje wiadomości w języku tego polecenia.',
  },
  options: {
    username: {
      kind: 'text',
      required: true,
      value: 'NAME',
      summary: { en: 'the name to sign in with', pl: 'nazwa do logowania' },
    },
    email: {
      kind: 'text',
      required: true,
      value: 'ADDRESS',
      summary: { en: 'the e-mail address of the administrator', pl: 'adres e-mail administratora' },
    },
    name: {
      kind: 'text',
      summary: { en: 'full name; default: the username', pl: 'imię i nazwisko; domyślnie nazwa użytkownika' },
    },
    'password-stdin': {
      kind: 'flag',
      summary: { en: 'read the password from standard input', pl: 'czytaj hasło ze standardowego wejścia' },
    },
  },
  async run({ options, out, language, environment }) {
    const { createAdministrator } = await import('@wachta/api')
    const { openDatabase } = await import('@wachta/database')
    const { username, email, name = username } = options
    const givenPassword = options['password-stdin'] ? (await text(process.stdin)).trimEnd() : undefined
    const password = givenPassword ?? randomBytes(15).toString('base64url')
    await using owner = openDatabase(readDatabaseUrl(environment), { role: null, connections: 1 })
    const account = { username, email_address: email, name, language_id: language, password }
    const id = await createAdministrator(owner, account)
    out.result({ id, username, ...(givenPassword === undefined && { password }) }, () => {
      out.print({ en: `Administrator ${username} has account ${id}.`, pl: `Administrator ${username} ma konto ${id}.` })
      if (givenPassword !== undefined) return
      out.print({ en: `Password: ${password}`, pl: `Hasło: ${password}` })
      out.print({
        en: 'It is not stored in readable form and will not be shown again.',
        pl: 'Nie jest przechowywane w czytelnej postaci i nie zostanie pokazane ponownie.',
      })
    })
    return undefined
  },
})
