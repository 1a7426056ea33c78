import { resolve } from 'node:path'
import { command } from '@wachta/cli'
import { readDatabaseUrl } from '../environment.ts'

/** Prepares the database of an installation whose secrets `setup secrets` has made. */
export const setupInstallationCommand = command({
  path: 'setup installation',
  summary: {
    en: 'migrate, create logins, the first administrator and the first sensor',
    pl: 'zmigruj bazę, utwórz loginy, pierwszego administratora i pierwszy sensor',
  },
  details: {
    en: 'Migrate the database to the latest schema, create a login for every process, and at the first run create the administrator `admin`, whose password is stored in the file admin-password beside the keys. With --sensor, register a sensor and write its token for it. It can be run again before every start.',
    pl: 'Doprowadź bazę do najnowszego schematu, nadaj każdemu procesowi login, a przy pierwszym uruchomieniu utwórz administratora `admin`, którego hasło znajdzie się w pliku admin-password obok kluczy. Z --sensor zarejestruj sensor i zapisz dla niego token. Polecenie można uruchamiać przed każdym startem.',
  },
  options: {
    keys: {
      kind: 'text',
      required: true,
      value: 'DIR',
      summary: { en: 'the folder of `setup secrets`', pl: 'katalog z `setup secrets`' },
    },
    sensor: {
      kind: 'text',
      value: 'DIR',
      summary: { en: 'the folder with the secrets of the first sensor', pl: 'katalog z danymi pierwszego sensora' },
    },
    'sensor-data': {
      kind: 'text',
      default: '/data/sensor',
      value: 'DIR',
      summary: { en: 'the data folder of that sensor', pl: 'katalog danych tego sensora' },
    },
    'admin-email': {
      kind: 'text',
      default: 'admin@localhost',
      value: 'ADDRESS',
      summary: {
        en: 'the e-mail address of the first administrator',
        pl: 'adres e-mail pierwszego administratora',
      },
    },
  },
  async run({ options, out, language, environment, stopping }) {
    const { prepareInstallation } = await import('../setup/prepare-installation.ts')
    const prepared = await prepareInstallation({
      url: readDatabaseUrl(environment),
      keys: resolve(options.keys),
      email_address: options['admin-email'],
      ...(options.sensor !== undefined && { sensor: { secrets: options.sensor, data: options['sensor-data'] } }),
      ...{ language, environment, signal: stopping },
      log: (message) => out.isJson || out.line(message),
    })
    out.result(prepared, () => out.print({ en: 'The installation is ready.', pl: 'Instalacja jest gotowa.' }))
    return undefined
  },
})
