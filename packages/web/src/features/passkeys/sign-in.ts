import type { SignedIn } from '@wachta/client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { client } from '../../app/client/client.ts'
import { usePasskeyErrorTexts } from './use-passkey-error-texts.ts'
import { askForPasskey, type PasskeyErrorTexts, supportsAutofill } from './web-authn.ts'

/** Sends requests without the session that the tab may still have. */
const anonymous = { token: null }

interface PasskeySignIn {
  readonly texts: PasskeyErrorTexts
  readonly isAdministrator: boolean
  readonly autofill?: AbortSignal
}

async function signInWithPasskey({ texts, isAdministrator, autofill }: PasskeySignIn): Promise<SignedIn> {
  const options = await client.call('begin_passkey_authentication', { body: { purpose: 'sign_in' } }, anonymous)
  const credential = await askForPasskey(options, { texts, ...(autofill && { autofill }) })
  const body = { credential, ...(isAdministrator && { scope: 'administrator' as const }) }
  const session = await client.call('create_session_with_passkey', { body }, anonymous)
  return { ...session, isVerified: true }
}

/**
 * Signs in with a passkey. Returns the action of a button, and meanwhile has the browser suggest passkeys in the field
 * for the user name.
 */
export function usePasskeySignIn(isAdministrator: boolean, enter: (session: SignedIn) => void): () => Promise<void> {
  const texts = usePasskeyErrorTexts()
  const suggestion = useRef<AbortController>(null)
  const suggest = useEffectEvent(async (autofill: AbortSignal) => {
    if (!(await supportsAutofill()) || autofill.aborted) return
    enter(await signInWithPasskey({ texts, isAdministrator: false, autofill }))
  })
  useEffect(() => {
    const controller = new AbortController()
    suggestion.current = controller
    // Suggestions are optional, so their errors are ignored; the button shows its own.
    suggest(controller.signal).catch(() => undefined)
    return () => controller.abort()
  }, [])
  return async () => {
    // A browser handles only one passkey request at a time.
    suggestion.current?.abort()
    enter(await signInWithPasskey({ texts, isAdministrator }))
  }
}
