import { ApiError, createClient, signOut } from '@wachta/client'
import { command, type Invocation } from '../frame/command.ts'
import { revokeTokens } from '../session/oauth.ts'
import { forgetSession, type KeptSession, readSession } from '../session/session-file.ts'

export const signOutCommand = command({
  path: 'sign-out',
  summary: { en: 'sign out', pl: 'wyloguj się' },
  async run({ environment, language, out, stopping }) {
    const kept = await readSession(environment)
    if (!kept) {
      out.say({ en: 'You are not signed in.', pl: 'Nie jesteś zalogowany(-a).' })
      return
    }
    if ('refreshToken' in kept) await revokeTokens(kept, stopping)
    else await endSession(kept, { language, stopping })
    await forgetSession(environment)
    out.say({ en: `Signed out of ${kept.url}.`, pl: `Wylogowano z ${kept.url}.` })
  },
})

async function endSession(kept: KeptSession, { language, stopping }: Pick<Invocation, 'language' | 'stopping'>) {
  const { url, token } = kept
  const client = createClient({ baseUrl: url, token: () => token, language: () => language, signal: stopping })
  try {
    await signOut(client, kept)
  } catch (error) {
    // An expired session needs no sign-out.
    if (!(error instanceof ApiError) || ![401, 404].includes(error.status)) throw error
  }
}
