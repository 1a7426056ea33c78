import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@wachta/client'
import { ShownError } from '../../app/client/shown-error.ts'

/** Whether this browser can use passkeys here: they need a secure origin, and a browser that reads options as JSON. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Whether the browser offers passkeys among the suggestions of a field. */
export const supportsAutofill = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())

/** The texts for errors of the browser. */
export interface PasskeyErrorTexts {
  readonly cancelled: string
  readonly alreadyThere: string
  readonly wrongAddress: string
}

/** Has the browser create a passkey, and returns it in the format of the API. */
export async function createPasskey(options: PasskeyCreationOptions, texts: PasskeyErrorTexts) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  const credential = await explainFailure(navigator.credentials.create({ publicKey }), texts)
  const { id, response } = (credential as PublicKeyCredential).toJSON() as RegistrationResponseJSON
  return {
    id,
    client_data: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports,
  }
}

interface AskOptions {
  readonly texts: PasskeyErrorTexts
  /** If set, offers passkeys in the suggestions of a field until the user selects one or the signal aborts. */
  readonly autofill?: AbortSignal
}

/** Has the browser sign with a passkey that the user chooses. */
export async function askForPasskey(options: PasskeyRequestOptions, { texts, autofill }: AskOptions) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  const credential = await explainFailure(
    navigator.credentials.get({ publicKey, ...(autofill && { mediation: 'conditional', signal: autofill }) }),
    texts,
  )
  const { id, response } = (credential as PublicKeyCredential).toJSON() as AuthenticationResponseJSON
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { user_handle: response.userHandle }),
  }
}

/** Replaces known browser errors by our texts, because the messages of browsers are written for developers. */
async function explainFailure<T>(request: Promise<T>, texts: PasskeyErrorTexts): Promise<T> {
  try {
    return await request
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError') throw new ShownError(texts.cancelled, { cause: error })
    if (name === 'InvalidStateError') throw new ShownError(texts.alreadyThere, { cause: error })
    if (name === 'SecurityError') throw new ShownError(texts.wrongAddress, { cause: error })
    throw error
  }
}
