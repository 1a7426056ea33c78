import { CommandError } from '@wachta/cli'
import { canParseDatabaseUrl } from '@wachta/database'

/** The address of the database. */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv): string {
  const url = environment['DATABASE_URL']
  if (!url)
    throw new CommandError({
      en: 'DATABASE_URL is not set. Set it to the URL of the database, e.g. postgres://user@127.0.0.1:5432/wachta.',
      pl: 'Brak DATABASE_URL. Ta zmienna wskazuje bazę danych, np. postgres://user@127.0.0.1:5432/wachta.',
    })
  if (!canParseDatabaseUrl(url))
    throw new CommandError({
      en: 'DATABASE_URL is not a valid URL. Example: postgres://user@127.0.0.1:5432/wachta.',
      pl: 'DATABASE_URL nie jest poprawnym adresem URL. Przykład: postgres://user@127.0.0.1:5432/wachta.',
    })
  return url
}

/** The keys that secrets are encrypted with. */
export function readSecretKeys(environment: NodeJS.ProcessEnv): string {
  const keys = environment['SECRET_KEYS']
  if (!keys)
    throw new CommandError({
      en: 'SECRET_KEYS is not set. `wachta admin keys secret` creates an entry for it.',
      pl: 'Brak SECRET_KEYS. Wpis do tej zmiennej tworzy `wachta admin keys secret`.',
    })
  return keys
}
