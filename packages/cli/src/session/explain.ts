import { ApiError, hasSymbol, NetworkError } from '@wachta/client'
import { CommandError } from '../frame/command.ts'

/** Errors of the API are printed as they are, because they are already in the language of the terminal. */
export function explainError(error: unknown): CommandError | undefined {
  // The client wraps everything that a request throws in a NetworkError.
  if (error instanceof NetworkError && error.cause instanceof CommandError) return error.cause
  if (error instanceof NetworkError)
    return new CommandError(inBothLanguages(`${error.message}${describeReason(error.cause)}`))
  if (error instanceof DOMException && error.name === 'AbortError')
    return new CommandError({ en: 'Stopped.', pl: 'Przerwano.' })
  if (!(error instanceof ApiError)) return undefined
  const message = error.errors.length > 1 ? error.errors.map(renderLine).join('\n  ') : error.message
  const trace = error.status >= 500 && error.requestId ? ` (${error.requestId})` : ''
  // The advice to sign in helps neither a program with an API key nor a person who is signing in.
  const helpsToSignIn = !error.errors.some(({ error: symbol }) => /^api_key_|^wrong_/.test(symbol))
  // After a sign-in with the browser, the command has the scopes of an application.
  if (error.errors.some(({ error: symbol }) => symbol === 'application_not_allowed'))
    return new CommandError({
      en: `${message} Use: wachta sign-in --password.`,
      pl: `${message} Użyj: wachta sign-in --password.`,
    })
  if (error.status !== 401 || !helpsToSignIn) return new CommandError(inBothLanguages(`${message}${trace}`))
  return new CommandError({
    en: `${message} Sign in: wachta sign-in.`,
    pl: `${message} Zaloguj się: wachta sign-in.`,
  })
}

/** Explains a sign-in with wrong credentials. The code of a second factor is requested later. */
export function explainSignIn(error: unknown): unknown {
  if (!hasSymbol(error, 'wrong_credentials')) return error
  return new CommandError({
    en: 'Wrong username or password. You are not signed in.',
    pl: 'Nieprawidłowa nazwa użytkownika lub hasło. Nie zalogowano.',
  })
}

const inBothLanguages = (text: string) => ({ en: text, pl: text })

const renderLine = ({ field, message }: ApiError['errors'][number]): string =>
  field === undefined ? message : `${field}: ${message}`

/** Returns the code of a network error in brackets, for troubleshooting; empty if it has none. */
export function describeReason(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const code = (inner as NodeJS.ErrnoException | undefined)?.code
  return typeof code === 'string' ? ` (${code})` : ''
}

/** The access was revoked or has ended: only signing in again helps. */
export class AccessEndedError extends CommandError {}

/** Whether trying again cannot help, because the permission is missing. Every other error may be temporary. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof NetworkError) return error.cause instanceof AccessEndedError
  return error instanceof AccessEndedError || (error instanceof ApiError && [401, 403].includes(error.status))
}
