import { CommandError, type LocalizedText } from '@wachta/cli'
import { getBackupMessage } from './backup-and-verify/backup-messages.ts'

/** Converts errors of the environment, such as an unreachable database, to user errors. */
export function explainOperatorError(error: unknown): CommandError | undefined {
  if (!(error instanceof Error)) return undefined
  // Errors of the API already have texts in both languages.
  if ('texts' in error) return new CommandError(error.texts as LocalizedText, { cause: error })
  const text =
    getBackupMessage(error) ?? textsByCode[findCode(error)]?.(error.message) ?? textsByName[error.name]?.(error.message)
  return text && new CommandError(text, { cause: error })
}

const unreachable = (message: string): LocalizedText => ({
  en: `No connection: ${message || 'refused'}. Is the server running, and is its address in DATABASE_URL or NATS_URL correct?`,
  pl: `Brak połączenia: ${message || 'odmowa'}. Czy serwer działa i czy jego adres w DATABASE_URL lub NATS_URL jest poprawny?`,
})
const denied = (message: string): LocalizedText => ({
  en: `The database rejected the connection: ${message}. Check the user and password in DATABASE_URL.`,
  pl: `Baza danych odrzuciła połączenie: ${message}. Sprawdź użytkownika i hasło w DATABASE_URL.`,
})
const notOwner = (message: string): LocalizedText => ({
  en: `${message}. This command needs the user that owns the database.`,
  pl: `${message}. To polecenie wymaga użytkownika, który jest właścicielem bazy.`,
})
const notMember = (message: string): LocalizedText => ({
  en: `${message}. Run \`wachta migrate\` with the user of DATABASE_URL; if that fails with the same error, run once as a superuser: grant wachta_app to that user.`,
  pl: `${message}. Wykonaj \`wachta migrate\` jako użytkownik z DATABASE_URL; jeśli kończy się tym samym błędem, superużytkownik musi raz wykonać: grant wachta_app to ten użytkownik.`,
})

/** The texts of errors, by error code of the system or of PostgreSQL. */
const textsByCode: Readonly<Record<string, (message: string) => LocalizedText>> = {
  ECONNREFUSED: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  ECONNRESET: unreachable,
  '28P01': denied,
  '28000': denied,
  '3D000': (message) => ({
    en: `${message}. Create it first, or change DATABASE_URL.`,
    pl: `${message}. Utwórz ją najpierw albo popraw DATABASE_URL.`,
  }),
  '42501': (message) => (message.includes('wachta_app') ? notMember(message) : notOwner(message)),
  '25006': (message) => ({
    en: `${message}. DATABASE_URL must name the server that accepts writes, or all servers of the cluster.`,
    pl: `${message}. DATABASE_URL musi wskazywać serwer, który przyjmuje zapisy, albo wszystkie serwery klastra.`,
  }),
  '42P01': (message) => ({
    en: `${message}. Run \`wachta migrate\` first.`,
    pl: `${message}. Najpierw wykonaj \`wachta migrate\`.`,
  }),
  '55P03': () => ({
    en: 'Another session has locked a table for too long. The change was rolled back. Try again, or find the session in pg_stat_activity.',
    pl: 'Inna sesja zbyt długo blokuje tabelę. Zmiana została wycofana. Spróbuj ponownie albo znajdź tę sesję w pg_stat_activity.',
  }),
  EACCES: (message) => ({ en: `Not allowed: ${message}.`, pl: `Brak uprawnień: ${message}.` }),
}

const textsByName: Readonly<Record<string, (message: string) => LocalizedText>> = {
  AbortError: () => ({ en: 'Stopped before the end.', pl: 'Przerwano przed końcem.' }),
  SchemaError: (message) => ({
    en: message,
    pl: `Schemat bazy danych nie pasuje do tej wersji: ${message}`,
  }),
  CellNumberError: (message) => ({
    en: message,
    pl: `Nie można ustawić numeru komórki: ${message}`,
  }),
  VaultError: (message) => ({ en: `SECRET_KEYS: ${message}.`, pl: `SECRET_KEYS: ${message}.` }),
}

/** Returns the error code; for a connection that failed at several addresses, the code of the first. */
function findCode(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (code !== '' || !(error instanceof AggregateError)) return code
  const [first] = error.errors as unknown[]
  return first instanceof Error ? findCode(first) : ''
}
