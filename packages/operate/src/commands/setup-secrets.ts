import { resolve } from 'node:path'
import { command } from '@wachta/cli'

/** Creates the keys, passwords and certificates of an installation, separately for each process. */
export const setupSecretsCommand = command({
  path: 'setup secrets',
  summary: {
    en: 'generate keys, passwords and certificates, one folder per process',
    pl: 'utwórz klucze, hasła i certyfikaty, osobny katalog dla każdego procesu',
  },
  details: {
    en: 'Create the missing keys, passwords and certificates of an installation, and write a folder for each process that contains only what it needs. Existing ones are never replaced, so you can run the command again. The first run uses POSTGRES_PASSWORD and SECRET_KEYS if they are set.',
    pl: 'Utwórz brakujące klucze, hasła i certyfikaty instalacji i zapisz dla każdego procesu katalog z tym, czego potrzebuje, bez danych innych procesów. Istniejące pozostają bez zmian, więc polecenie można powtarzać. Ustawione POSTGRES_PASSWORD i SECRET_KEYS są przejmowane przy pierwszym uruchomieniu.',
  },
  options: {
    keys: {
      kind: 'text',
      required: true,
      value: 'DIR',
      summary: {
        en: 'the folder for all secrets; back it up',
        pl: 'katalog na wszystkie dane poufne; zrób jego kopię zapasową',
      },
    },
    directory: {
      kind: 'text',
      required: true,
      value: 'DIR',
      summary: { en: 'the parent of the folders of the processes', pl: 'katalog nadrzędny katalogów procesów' },
    },
    'mounted-at': {
      kind: 'text',
      default: '/secrets',
      value: 'PATH',
      summary: {
        en: 'the path at which each process sees its folder',
        pl: 'ścieżka, pod którą proces widzi swój katalog',
      },
    },
    postgres: {
      kind: 'text',
      default: 'postgres:5432',
      value: 'HOST:PORT',
      summary: { en: 'the address of PostgreSQL for the processes', pl: 'adres PostgreSQL dla procesów' },
    },
    nats: {
      kind: 'text',
      default: 'nats:4222',
      value: 'HOST:PORT',
      summary: { en: 'the address of NATS for the processes', pl: 'adres NATS dla procesów' },
    },
    database: { kind: 'text', default: 'wachta', summary: { en: 'the name of the database', pl: 'nazwa bazy danych' } },
    store: {
      kind: 'text',
      default: '/data/broker',
      value: 'PATH',
      summary: { en: 'the data folder of NATS', pl: 'katalog danych NATS' },
    },
  },
  async run({ options, out, environment }) {
    const { writeSecrets } = await import('../setup/write-secrets.ts')
    const { keys, directory, postgres, nats, database, store } = options
    const folders = await writeSecrets({
      ...{ keys: resolve(keys), directory: resolve(directory), mountedAt: options['mounted-at'] },
      ...{ postgres, nats, database, store },
      given: { postgres_password: environment['POSTGRES_PASSWORD'], secret_keys: environment['SECRET_KEYS'] },
    })
    out.result({ directory, folders }, () =>
      out.print({
        en: `The secrets of each process are in ${directory}: ${folders.join(', ')}.`,
        pl: `Dane poufne każdego procesu są w ${directory}: ${folders.join(', ')}.`,
      }),
    )
    return undefined
  },
})
