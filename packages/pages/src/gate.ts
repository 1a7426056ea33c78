import {
  getTokenStatus,
  parseVisitorClaims,
  type TokenStatus,
  type VisitorClaims,
  type VisitorPurpose,
} from '@wachta/domain'
import { createTokenReader } from '@wachta/runtime/page-token'
import type { VisitorAccess } from '@wachta/status-page'

/** A token that the api signed for this page, with its status. */
export interface CheckedToken {
  readonly token: string
  readonly claims: VisitorClaims
  readonly status: TokenStatus
}

/** Decides who may see a page, using only the published data of the page. */
export interface Gate extends VisitorAccess {
  /** Returns a token with its status for a purpose; undefined if the api did not sign it for this page. */
  check(token: string, purpose: VisitorPurpose, now: number): CheckedToken | undefined
  /**
   * Whether a token that the api has just returned admits a visitor to this page. Its generation may be newer than the
   * published one.
   */
  admitsNewToken(token: string, now: number): boolean
}

export function createGate(access: VisitorAccess): Gate {
  const { publicKey, generation, kind } = access
  const readToken = publicKey === null ? () => undefined : createTokenReader(publicKey)
  const open = (token: string): VisitorClaims | undefined => {
    const text = readToken(token)
    return text === undefined ? undefined : parseVisitorClaims(text)
  }
  return {
    ...access,
    check(token, purpose, now) {
      const claims = open(token)
      return claims && { token, claims, status: getTokenStatus(claims, { purpose, generation, now }) }
    },
    admitsNewToken(token, now) {
      const claims = open(token)
      if (!claims || claims.generation < generation) return false
      return getTokenStatus(claims, { purpose: kind, generation: claims.generation, now }) === 'admitted'
    },
  }
}
