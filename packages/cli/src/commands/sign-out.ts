import { ApiError, createClient, signOut } from '@wachta/client'
import { command, type Invocation } from '../frame/command.ts'
import { revokeTokens } from '../session/oauth.ts'
import { deleteSession, readSession, type StoredSession } from '../session/session-file.ts'

export const signOutCommand = command({
  path: 'sign-out',
  summary: { en: 'sign out', pl: 'wyloguj się' },
  async run({ environment, language, out, stopping }) {
    const session = await readSession(environment)
    if (!session) {
      out.print({ en: 'You are not signed in.', pl: 'Nie jesteś zalogowany(-a).' })
      return
    }
    if ('refreshToken' in session) await revokeTokens(session, stopping)
    else await endSession(session, { language, stopping })
    await deleteSession(environment)
    out.print({ en: `Signed out of ${session.url}.`, pl: `Wylogowano z ${session.url}.` })
  },
})

async function endSession(session: StoredSession, { language, stopping }: Pick<Invocation, 'language' | 'stopping'>) {
  const { url, token } = session
  const client = createClient({ baseUrl: url, token: () => token, language: () => language, signal: stopping })
  try {
    await signOut(client, session)
  } catch (error) {
    // An expired session needs no sign-out.
    if (!(error instanceof ApiError) || ![401, 404].includes(error.status)) throw error
  }
}
