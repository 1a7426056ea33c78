import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@wachta/client'
import { ShownError } from '../../app/client/shown-error.ts'

/** Whether this browser can use passkeys here: they need a secure origin, and a browser that reads options as JSON. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Whether the browser offers passkeys among the suggestions of a field. */
export const supportsAutofill = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())

/** The texts for errors of the browser. */
export interface PasskeyTexts {
  readonly cancelled: string
  readonly alreadyThere: string
  readonly wrongAddress: string
}

/** Has the browser make a passkey, and returns it as the API takes it. */
export async function makePasskey(options: PasskeyCreationOptions, texts: PasskeyTexts) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  const made = await explainFailure(navigator.credentials.create({ publicKey }), texts)
  const { id, response } = (made as PublicKeyCredential).toJSON() as RegistrationResponseJSON
  return {
    id,
    client_data: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports,
  }
}

interface UseOptions {
  readonly texts: PasskeyTexts
  /** Offers passkeys in the suggestions of a field, and waits until one is chosen or the signal ends it. */
  readonly autofill?: AbortSignal
}

/** Has the browser sign with a passkey that the user chooses. */
export async function askForPasskey(options: PasskeyRequestOptions, { texts, autofill }: UseOptions) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  const used = await explainFailure(
    navigator.credentials.get({ publicKey, ...(autofill && { mediation: 'conditional', signal: autofill }) }),
    texts,
  )
  const { id, response } = (used as PublicKeyCredential).toJSON() as AuthenticationResponseJSON
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { user_handle: response.userHandle }),
  }
}

/** Browsers name their errors, and describe them for developers. */
async function explainFailure<T>(asked: Promise<T>, texts: PasskeyTexts): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError') throw new ShownError(texts.cancelled, { cause: error })
    if (name === 'InvalidStateError') throw new ShownError(texts.alreadyThere, { cause: error })
    if (name === 'SecurityError') throw new ShownError(texts.wrongAddress, { cause: error })
    throw error
  }
}
