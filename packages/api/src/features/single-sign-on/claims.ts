import { decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { idTokenAlgorithms, type OpenIssuer } from '../../platform/issuers/issuers.ts'
import type { Connection } from './find-connection.ts'
import { IssuerProblem, toProblem } from './problems.ts'

const maxGroups = 1_000
const maxTextLength = 255
/** How far the clock of the issuer may be ahead of ours; the same tolerance as for the other times of a token. */
const maxAheadSeconds = 30

/** The verified claims of an issuer about a user. */
export interface IssuerClaims {
  readonly issuer: string
  readonly subject: string
  /** Further ids that SCIM can know the user by, such as the object id of Entra ID. */
  readonly aliases: readonly string[]
  readonly email: string | null
  /** Null if the issuer says nothing about it. */
  readonly isEmailVerified: boolean | null
  readonly name: string | null
  readonly groups: readonly string[]
  readonly hasSecondFactor: boolean
  /** When the user proved who they are, in seconds; null if the issuer does not say. */
  readonly authenticatedAt: number | null
  /** The session at the issuer, which a logout token can name. */
  readonly session: string | null
}

interface Answer {
  /** The URL that the issuer redirected the browser to. */
  readonly url: URL
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Exchanges the code of the issuer for the claims of the user, and verifies the ID token. */
export async function fetchClaims(
  { configuration }: OpenIssuer,
  connection: Pick<Connection, 'groupsClaim'>,
  { url, state, nonce, verifier }: Answer,
): Promise<IssuerClaims> {
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined || tokens.id_token === undefined) throw new IssuerProblem('token_invalid')
  const { alg } = decodeProtectedHeader(tokens.id_token)
  if (!idTokenAlgorithms.includes(String(alg))) throw new IssuerProblem('token_invalid')
  if (claims.iat > Date.now() / 1000 + maxAheadSeconds) throw new IssuerProblem('clock')
  if (claims.sub.length > maxTextLength) throw new IssuerProblem('token_invalid')
  const isComplete = claims['email'] !== undefined && claims[connection.groupsClaim] !== undefined
  const userInfo =
    isComplete || configuration.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : // Rejects an answer about another subject.
        await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(rejectOtherSubject)
  return readClaims(claims, userInfo, connection.groupsClaim)
}

/** User info about another subject is treated like a forged token. */
function rejectOtherSubject(error: unknown): never {
  throw toProblem(error) === 'issuer_differs' ? new IssuerProblem('token_invalid') : error
}

const multiFactorContexts = ['phr', 'phrh', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor']

/**
 * Reads the claims that we use; everything else is ignored, and wrong types count as absent. User info is not signed,
 * so it adds what the ID token lacks about the person, and nothing about how and when they proved who they are.
 */
export function readClaims(
  claims: client.IDToken,
  userInfo: Readonly<Record<string, unknown>>,
  groupsClaim: string,
): IssuerClaims {
  const person: Readonly<Record<string, unknown>> = { ...userInfo, ...claims }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    aliases: [toText(claims['oid'])].filter((alias) => alias !== null),
    email: toText(person['email']),
    // Some issuers send booleans as text.
    isEmailVerified: toFlag(person['email_verified']),
    name: toText(person['name']),
    groups: toTexts(person[groupsClaim]),
    hasSecondFactor: toTexts(claims['amr']).includes('mfa') || multiFactorContexts.includes(String(claims['acr'])),
    authenticatedAt: typeof claims['auth_time'] === 'number' ? claims['auth_time'] : null,
    session: toText(claims['sid']),
  }
}

const toFlag = (value: unknown): boolean | null =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : null

const toText = (value: unknown): string | null =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= maxTextLength &&
  !value.includes('\0') &&
  value.isWellFormed()
    ? value
    : null

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .slice(0, maxGroups)
    .map(toText)
    .filter((text) => text !== null)
