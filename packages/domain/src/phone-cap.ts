import type { PhoneNumber } from './phone-number.ts'

/** How much may be spent on text messages and calls in a day. A unit is what a provider charges: a part of a message. */
export interface PhoneLimits {
  /** Messages to one number. */
  readonly number: number
  /** Units of one account, to one country, and of the whole installation. */
  readonly account: number
  readonly country: number
  readonly installation: number
  /**
   * Which share of the last two is there for tests and codes. Anybody who signs up can ask for those, so whatever is done
   * with them, the rest is left for those whose services fail.
   */
  readonly trialShare: number
}

export const usualPhoneLimits: PhoneLimits = {
  number: 30,
  account: 500,
  country: 2_000,
  installation: 10_000,
  trialShare: 0.2,
}

/** Tests and codes to one number: three within ten minutes. */
export const trialLimit = { messages: 3, within_ms: 600_000 } as const

/** What a call is counted as: about what it costs beside a text message. */
export const callUnits = 5

export interface PhoneMessage {
  readonly account_id: number
  readonly number: PhoneNumber
  readonly units: number
  /** A test or a code, and not something that happened. */
  readonly isTrial: boolean
}

export type CapReason = 'cap_number' | 'cap_account' | 'cap_country' | 'cap_installation'

/** What one message takes from one cap. */
export interface PhoneShare {
  readonly scope: string
  readonly units: number
  readonly limit: number
  readonly reason: CapReason
}

/** The caps that a message counts against, by what is used of them in a day. */
export function phoneShares({ account_id, number, units, isTrial }: PhoneMessage, limits: PhoneLimits): PhoneShare[] {
  const { digits, country } = number
  const trial = (limit: number) => Math.floor(limit * limits.trialShare)
  // Counted apart: codes that a stranger asks for must not use up what the owner of the number is to be told.
  const ofNumber = isTrial ? `trials:number:${digits}` : `number:${digits}`
  return [
    { scope: ofNumber, units: 1, limit: limits.number, reason: 'cap_number' },
    { scope: `account:${account_id}`, units, limit: limits.account, reason: 'cap_account' },
    ...(isTrial
      ? ([
          { scope: `trials:${country}`, units, limit: trial(limits.country), reason: 'cap_country' },
          { scope: 'trials', units, limit: trial(limits.installation), reason: 'cap_installation' },
        ] as const)
      : []),
    { scope: `country:${country}`, units, limit: limits.country, reason: 'cap_country' },
    { scope: 'all', units, limit: limits.installation, reason: 'cap_installation' },
  ]
}

/** Takes the shares from what is used, all or none; says which cap stands in the way. */
export function takeShares(used: Map<string, number>, shares: readonly PhoneShare[]): CapReason | undefined {
  const full = shares.find(({ scope, units, limit }) => (used.get(scope) ?? 0) + units > limit)
  if (full) return full.reason
  for (const { scope, units } of shares) used.set(scope, (used.get(scope) ?? 0) + units)
  return undefined
}
