import { closed, nameSchema } from '@wachta/resource'
import { type Static, Type } from 'typebox'

const buildBase64UrlSchema = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description: `${description}, in base64url.` })

const credentialId = buildBase64UrlSchema(1400, 'The id of the credential')
const clientData = buildBase64UrlSchema(8000, 'clientDataJSON')

export const attestation = Type.Object(
  {
    id: credentialId,
    client_data: clientData,
    attestation_object: buildBase64UrlSchema(40_000, 'attestationObject'),
    transports: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { maxItems: 10, description: 'Of getTransports().' }),
    ),
  },
  closed,
)

export const assertion = Type.Object(
  {
    id: credentialId,
    client_data: clientData,
    authenticator_data: buildBase64UrlSchema(8000, 'authenticatorData'),
    signature: buildBase64UrlSchema(8000, 'signature'),
    user_handle: Type.Optional(buildBase64UrlSchema(128, 'userHandle')),
  },
  closed,
)

/** The result of `navigator.credentials.create()`. */
export type PasskeyAttestation = Static<typeof attestation>
/** The result of `navigator.credentials.get()`. */
export type PasskeyAssertion = Static<typeof assertion>

const descriptor = Type.Object({
  type: Type.String(),
  id: Type.String(),
  transports: Type.Array(Type.String()),
})

export const creationOptions = nameSchema(
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

export const requestOptions = nameSchema(
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
