import { ApiError, NetworkError } from '@wachta/client'
import { CommandError } from '../frame/command.ts'

/** What the API refused is told in its own words, which are in the language of the terminal already. */
export function explainRefusal(error: unknown): CommandError | undefined {
  if (error instanceof NetworkError) return new CommandError(same(`${error.message}${reasonOf(error.cause)}`))
  if (error instanceof DOMException && error.name === 'AbortError')
    return new CommandError({ en: 'Stopped.', pl: 'Przerwano.' })
  if (!(error instanceof ApiError)) return undefined
  const told = error.faults.length > 1 ? error.faults.map(lineOf).join('\n  ') : error.message
  const trace = error.status >= 500 && error.requestId ? ` (${error.requestId})` : ''
  // To sign in does not help a machine that sends a key.
  const isAboutKey = error.faults.some(({ error: symbol }) => symbol.startsWith('api_key_'))
  if (error.status !== 401 || isAboutKey) return new CommandError(same(`${told}${trace}`))
  return new CommandError({
    en: `${told} Sign in: wachta sign-in.`,
    pl: `${told} Zaloguj się: wachta sign-in.`,
  })
}

const same = (text: string) => ({ en: text, pl: text })

const lineOf = ({ field, message }: ApiError['faults'][number]): string =>
  field === undefined ? message : `${field}: ${message}`

/** What the network said, for those who have to mend it. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const code = (inner as NodeJS.ErrnoException | undefined)?.code
  return typeof code === 'string' ? ` (${code})` : ''
}
