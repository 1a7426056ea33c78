import { closed, named } from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { type Static, Type } from 'typebox'
import { defaultTimeout, maxTimeout } from '../../platform/authentication/sessions.ts'
import { passkey } from './passkey.ts'

const base64url = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description: `${description}, in base64url.` })

const credentialId = base64url(1400, 'The id of the credential')
const clientData = base64url(8000, 'clientDataJSON')

const attestation = Type.Object(
  {
    id: credentialId,
    client_data: clientData,
    attestation_object: base64url(40_000, 'attestationObject'),
    transports: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { maxItems: 10, description: 'Of getTransports().' }),
    ),
  },
  closed,
)

const assertion = Type.Object(
  {
    id: credentialId,
    client_data: clientData,
    authenticator_data: base64url(8000, 'authenticatorData'),
    signature: base64url(8000, 'signature'),
    user_handle: Type.Optional(base64url(128, 'userHandle')),
  },
  closed,
)

/** What navigator.credentials.create() returns. */
export type PasskeyAttestation = Static<typeof attestation>
/** What navigator.credentials.get() returns. */
export type PasskeyAssertion = Static<typeof assertion>

export const createPasskeyData = named(
  'passkey_create_data',
  Type.Object({ name: passkey.fields.name.schema, credential: attestation }, closed),
)

export const createPasskeyResult = named(
  'passkey_create_result',
  Type.Object(
    {
      id: id().schema,
      recovery_codes: Type.Array(Type.String(), {
        description:
          'Each opens the account once, when the passkey is lost. Empty if the account had two factors before.',
      }),
    },
    closed,
  ),
)

export const assertionData = named('passkey_assertion_data', Type.Object({ credential: assertion }, closed))

export const signInData = named(
  'passkey_session_create_data',
  Type.Object(
    {
      credential: assertion,
      client_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'API client identifier.' })),
      scope: Type.Optional(
        Type.Unsafe<'customer' | 'administrator'>({ type: 'string', enum: ['customer', 'administrator'] }),
      ),
      timeout: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: maxTimeout,
          default: defaultTimeout,
          description:
            'Idle time in seconds before the session expires. Granted up to 14 days, with the scope administrator up to an hour.',
        }),
      ),
    },
    closed,
  ),
)

export const authenticationPurposes = ['sign_in', 'second_factor', 'step_up'] as const

export const beginAuthenticationData = named(
  'passkey_authentication_data',
  Type.Object(
    {
      purpose: Type.Unsafe<(typeof authenticationPurposes)[number]>({
        type: 'string',
        enum: [...authenticationPurposes],
        description:
          '`sign_in` without a session; `second_factor` after the password; `step_up` before a change of who gets in.',
      }),
    },
    closed,
  ),
)

const descriptor = Type.Object({
  type: Type.String(),
  id: Type.String(),
  transports: Type.Array(Type.String()),
})

export const creationOptions = named(
  'passkey_creation_options',
  Type.Object(
    {
      rp: Type.Object({ id: Type.String(), name: Type.String() }),
      user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      challenge: Type.String(),
      pubKeyCredParams: Type.Array(Type.Object({ type: Type.String(), alg: Type.Integer() })),
      timeout: Type.Integer({ description: 'Milliseconds.' }),
      excludeCredentials: Type.Array(descriptor),
      authenticatorSelection: Type.Object({ residentKey: Type.String(), userVerification: Type.String() }),
      attestation: Type.String(),
    },
    { description: 'For PublicKeyCredential.parseCreationOptionsFromJSON().' },
  ),
)

export const requestOptions = named(
  'passkey_request_options',
  Type.Object(
    {
      challenge: Type.String(),
      rpId: Type.String(),
      timeout: Type.Integer({ description: 'Milliseconds.' }),
      userVerification: Type.String(),
      allowCredentials: Type.Array(descriptor, { description: 'Empty for a sign-in: the person chooses.' }),
    },
    { description: 'For PublicKeyCredential.parseRequestOptionsFromJSON().' },
  ),
)
