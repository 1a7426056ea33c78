import { resolve } from 'node:path'
import { CommandError, command } from '@wachta/cli'
import { readDatabaseUrl } from '../environment.ts'

/** Creates the logins of the processes with the passwords that `setup secrets` has made. */
export const adminDatabaseLoginsCommand = command({
  path: 'admin database-logins',
  summary: {
    en: 'create a database login for each process',
    pl: 'utwórz login do bazy danych dla każdego procesu',
  },
  details: {
    en: 'Create a login for each process with the password from `setup secrets`, or set its password. A login owns nothing and has the rights of its process. Run `migrate` first; DATABASE_URL names the owner of the database.',
    pl: 'Utwórz dla każdego procesu login z hasłem z `setup secrets` albo ustaw mu to hasło. Login nie jest właścicielem niczego i ma uprawnienia swojego procesu. Najpierw uruchom `migrate`; DATABASE_URL wskazuje właściciela bazy.',
  },
  options: {
    keys: {
      kind: 'text',
      required: true,
      value: 'DIR',
      summary: { en: 'the folder of `setup secrets`', pl: 'katalog z `setup secrets`' },
    },
  },
  async run({ options, out, environment }) {
    const { readMasterSecrets } = await import('../setup/master-secrets.ts')
    const { ensureLogins } = await import('../setup/logins.ts')
    const { openDatabase } = await import('@wachta/database')
    const { logins: passwords } = await readMasterSecrets(resolve(options.keys))
    if (passwords === undefined)
      throw new CommandError({
        en: `There are no secrets in ${options.keys}. Run \`wachta setup secrets\` first.`,
        pl: `W ${options.keys} nie ma danych poufnych. Najpierw uruchom \`wachta setup secrets\`.`,
      })
    await using owner = openDatabase(readDatabaseUrl(environment), { role: null, connections: 1 })
    const logins = await ensureLogins(owner, passwords)
    out.result({ logins }, () =>
      out.print({ en: `Logins: ${logins.join(', ')}.`, pl: `Loginy: ${logins.join(', ')}.` }),
    )
    return undefined
  },
})
