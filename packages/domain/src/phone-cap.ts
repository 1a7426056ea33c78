import type { PhoneNumber } from './phone-number.ts'

/** Daily limits for text messages and calls. A unit is what a provider charges for: one part of a text message. */
export interface PhoneLimits {
  /** Messages to one number. */
  readonly number: number
  /** Units of one account, to one country, and of the whole installation. */
  readonly account: number
  readonly country: number
  readonly installation: number
  /**
   * The share of the last two limits that tests and codes may use. Every new account can request them, so the rest is
   * reserved for notifications.
   */
  readonly trialShare: number
}

export const defaultPhoneLimits: PhoneLimits = {
  number: 30,
  account: 500,
  country: 2_000,
  installation: 10_000,
  trialShare: 0.2,
}

/** Tests and codes to one number: three within ten minutes. */
export const trialLimit = { messages: 3, withinMs: 600_000 } as const

/** The units of a call, about its cost in text messages. */
export const callUnits = 5

export interface PhoneMessage {
  readonly account_id: number
  readonly number: PhoneNumber
  readonly units: number
  /** A test or a code, not a notification of an alert. */
  readonly isTrial: boolean
}

export type CapReason = 'cap_number' | 'cap_account' | 'cap_country' | 'cap_installation'

/** The units that one message uses of one limit. */
export interface PhoneShare {
  readonly scope: string
  readonly units: number
  readonly limit: number
  readonly reason: CapReason
}

/** Returns the limits that a message counts against, with the units that it uses of each. */
export function listPhoneShares(
  { account_id, number, units, isTrial }: PhoneMessage,
  limits: PhoneLimits,
): PhoneShare[] {
  const { digits, country } = number
  const toTrialLimit = (limit: number) => Math.floor(limit * limits.trialShare)
  // Counted separately: codes that a stranger requests must not use up the notifications of the owner of the number.
  const numberScope = isTrial ? `trials:number:${digits}` : `number:${digits}`
  return [
    { scope: numberScope, units: 1, limit: limits.number, reason: 'cap_number' },
    { scope: `account:${account_id}`, units, limit: limits.account, reason: 'cap_account' },
    ...(isTrial
      ? ([
          { scope: `trials:${country}`, units, limit: toTrialLimit(limits.country), reason: 'cap_country' },
          { scope: 'trials', units, limit: toTrialLimit(limits.installation), reason: 'cap_installation' },
        ] as const)
      : []),
    { scope: `country:${country}`, units, limit: limits.country, reason: 'cap_country' },
    { scope: 'all', units, limit: limits.installation, reason: 'cap_installation' },
  ]
}

/** Adds the shares to the used units, all or none; returns the limit that is exceeded, if one is. */
export function takeShares(used: Map<string, number>, shares: readonly PhoneShare[]): CapReason | undefined {
  const exceeded = shares.find(({ scope, units, limit }) => (used.get(scope) ?? 0) + units > limit)
  if (exceeded) return exceeded.reason
  for (const { scope, units } of shares) used.set(scope, (used.get(scope) ?? 0) + units)
  return undefined
}
