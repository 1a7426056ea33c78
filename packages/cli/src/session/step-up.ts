import { type Client, isRefusal } from '@wachta/client'
import type { Invocation } from '../frame/command.ts'

/** Calls, and calls again after the password where the session is too old for what is asked. */
export async function withStepUp<T>(
  client: Client,
  invocation: Pick<Invocation, 'input'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isRefusal(error, 'step_up_required')) throw error
    await stepUpInteractively(client, invocation)
    return call()
  }
}

/** Proves again who is there; the code is asked for only where the account has a second factor. */
export async function stepUpInteractively(client: Client, { input }: Pick<Invocation, 'input'>): Promise<void> {
  const password = await input.askSecretly({ en: 'Password:', pl: 'Hasło:' })
  try {
    await client.call('step_up_session', { body: { password } })
  } catch (error) {
    if (!isRefusal(error, 'missing_field')) throw error
    const code = await input.askSecretly({ en: 'One-time code:', pl: 'Kod jednorazowy:' })
    await client.call('step_up_session', { body: { password, code: code.trim() } })
  }
}
