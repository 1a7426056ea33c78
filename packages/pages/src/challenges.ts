import { type ObjectStore, readObjectText } from '@wachta/objects'
import { isWaiting } from '@wachta/runtime'
import { challengeMemoryMs, getChallengeObjectKey, type PublishedChallenge } from '@wachta/runtime/page-certificate'
import { BoundedMap } from './bounded-map.ts'
import { plainHeaders } from './headers.ts'
import { toBody } from './response-body.ts'
import { notFound, type PageResponse } from './responses.ts'

/** The path that a certificate authority requests (RFC 8555, 8.3). */
export const challengePath = '/.well-known/acme-challenge/'

export interface Challenges {
  /** Answers a challenge request of a certificate authority to one of our hosts. */
  answer(host: string, token: string): Promise<PageResponse>
}

interface ChallengeLookup {
  readonly at: number
  readonly found: Promise<PublishedChallenge | undefined>
}

/**
 * Reads challenges from the object store, so that every process can answer the challenges that the reporter published.
 */
export function createChallenges(objects: ObjectStore, now: () => number): Challenges {
  const lookups = new BoundedMap<ChallengeLookup>(1_000, () => 1)
  const find = (host: string): ChallengeLookup['found'] => {
    const known = lookups.get(host)
    if (known && isWaiting(now(), known.at + challengeMemoryMs, challengeMemoryMs)) return known.found
    const found = readObjectText(objects, getChallengeObjectKey(host)).then((text) =>
      text === undefined ? undefined : (JSON.parse(text) as PublishedChallenge),
    )
    lookups.set(host, { at: now(), found })
    return found
  }
  return {
    async answer(host, token) {
      const challenge = await find(host)
      return challenge && challenge.token === token ? toText(challenge.keyAuthorization) : notFound
    },
  }
}

const toText = (text: string): PageResponse => ({
  status: 200,
  headers: [...plainHeaders, ...['Content-Type', 'text/plain; charset=utf-8'], ...['Cache-Control', 'no-store']],
  body: toBody(Buffer.from(text)),
})
