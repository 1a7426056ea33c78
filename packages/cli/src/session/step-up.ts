import { type Client, hasSymbol } from '@wachta/client'
import type { Invocation } from '../frame/command.ts'

/** Calls the operation; if it requires a step-up, asks for the password and retries. */
export async function callWithStepUp<T>(
  client: Client,
  invocation: Pick<Invocation, 'input'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!hasSymbol(error, 'step_up_required')) throw error
    await confirmSession(client, invocation)
    return call()
  }
}

/** Confirms the session with the password and, if the account has a second factor, a code. */
export async function confirmSession(client: Client, { input }: Pick<Invocation, 'input'>): Promise<void> {
  const password = await input.askSecretly({ en: 'Password:', pl: 'Hasło:' })
  try {
    await client.call('step_up_session', { body: { password } })
  } catch (error) {
    if (!hasSymbol(error, 'missing_field')) throw error
    const code = await input.askSecretly({ en: 'One-time code:', pl: 'Kod jednorazowy:' })
    await client.call('step_up_session', { body: { password, code: code.trim() } })
  }
}
