import { createHash, randomBytes } from 'node:crypto'
import { fetchAnswer, postForm, requireBody, send } from './http.ts'
import type { Access } from './kinds.ts'
import type { Stage } from './stage.ts'

const redirectUri = 'https://app.example.com/callback'
const scope = 'services:read offline_access'
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** A person with their own public application. */
export interface RegisteredPerson {
  readonly accountId: number
  readonly session: string
  readonly applicationId: number
  readonly clientId: string
}

export async function register(stage: Stage): Promise<RegisteredPerson> {
  const person = await stage.addPerson()
  const application = await requireBody(
    send(stage.apis[0], '/applications', {
      as: person.session,
      body: {
        name: 'Racer',
        kind: 'public',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token', deviceGrant],
        scopes: scope.split(' '),
      },
    }),
  )
  return { ...person, applicationId: Number(application['id']), clientId: String(application['client_id']) }
}

/** Returns the request for tokens with an approved device code. */
export async function createApprovedDevice({ apis }: Stage, { session, clientId }: RegisteredPerson) {
  const started = await requireBody(postForm(apis[0], '/device_authorization', { client_id: clientId, scope }))
  const body = { user_code: started['user_code'], scopes: scope.split(' ') }
  await requireBody(send(apis[1], '/device_authorizations/approve', { as: session, body }))
  return { grant_type: deviceGrant, device_code: String(started['device_code']), client_id: clientId }
}

/** Returns the tokens of a new grant. */
export async function requestTokens(stage: Stage, registered: RegisteredPerson) {
  const tokens = await requireBody(postForm(stage.apis[0], '/token', await createApprovedDevice(stage, registered)))
  return { access: String(tokens['access_token']), refresh: String(tokens['refresh_token']) }
}

/** Returns the request for tokens with an authorization code from the browser. */
export async function createApprovedCode({ apis }: Stage, { session, clientId }: RegisteredPerson) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const authorizationReply = await fetchAnswer(`${apis[0]}/oauth/authorize?${query}`, {})
  const uid = authorizationReply.headers.get('location')?.split('/').at(-1)
  const cookie = authorizationReply.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const body = { scopes: scope.split(' ') }
  const decided = await requireBody(send(apis[1], `/authorization_requests/${uid}/approve`, { as: session, body }))
  const redirectReply = await fetchAnswer(`${apis[1]}${decided['continue']}`, { headers: { cookie } })
  const code = new URL(redirectReply.headers.get('location') ?? 'about:blank').searchParams.get('code')
  if (code === null)
    throw new Error(`no code was returned: ${redirectReply.status} ${redirectReply.headers.get('location')}`)
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: clientId,
  }
}

/** Returns an access token of a new person. */
export async function createAccess(stage: Stage): Promise<Access> {
  const registered = await register(stage)
  const { accountId, session, applicationId } = registered
  return { token: (await requestTokens(stage, registered)).access, accountId, session, applicationId }
}

/** Whether a request for tokens was granted. */
export const isGranted = async (api: string, form: Readonly<Record<string, string>>): Promise<boolean> =>
  (await postForm(api, '/token', form)).status === 200
