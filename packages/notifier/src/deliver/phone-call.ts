import { splitIntoSegments } from '@wachta/channels'
import {
  callUnits,
  listPhoneShares,
  type PhoneLimits,
  type PhoneNumber,
  type PhoneShare,
  parsePhoneNumber,
} from '@wachta/domain'
import type { RenderedMessage } from './rendered-message.ts'

/** A message and the units that it takes from the limits. */
export interface PhoneCall {
  readonly id: number
  readonly kind: RenderedMessage['message']['kind']
  readonly created_at: Date
  readonly number: PhoneNumber | undefined
  readonly isVerified: boolean
  readonly isPaid: boolean
  readonly units: number
  readonly shares: readonly PhoneShare[]
}

/** The limits, and the country of numbers without a country code. */
export interface PhoneTariff {
  readonly limits: PhoneLimits
  readonly homeCountry: string
}

export function toPhoneCall({ pending, channel, message }: RenderedMessage, tariff: PhoneTariff): PhoneCall {
  const number = parsePhoneNumber(pending.address, tariff.homeCountry)
  const units = channel.id === 'sms' ? splitIntoSegments(message.text).parts.length : callUnits
  const isTrial = pending.kind === 'test' || pending.kind === 'code'
  return {
    id: pending.id,
    kind: pending.kind,
    created_at: pending.created_at,
    number,
    isVerified: pending.is_verified,
    isPaid: pending.units > 0,
    units,
    shares: number ? listPhoneShares({ account_id: pending.account_id, number, units, isTrial }, tariff.limits) : [],
  }
}
