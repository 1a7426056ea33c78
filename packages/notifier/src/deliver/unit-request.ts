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

/** An SMS or a call, with the units that it takes from the limits. */
export interface UnitRequest {
  readonly id: number
  readonly kind: RenderedMessage['message']['kind']
  readonly created_at: Date
  readonly number: PhoneNumber | undefined
  readonly isVerified: boolean
  /** Whether its units are reserved already, in an earlier attempt. */
  readonly isReserved: boolean
  /** The number of segments of an SMS, or a fixed number for a call. */
  readonly units: number
  readonly shares: readonly PhoneShare[]
}

/** The limits, and the country of numbers without a country code. */
export interface PhoneTariff {
  readonly limits: PhoneLimits
  readonly homeCountry: string
}

export function toUnitRequest({ pending, channel, message }: RenderedMessage, tariff: PhoneTariff): UnitRequest {
  const number = parsePhoneNumber(pending.address, tariff.homeCountry)
  const units = channel.id === 'sms' ? splitIntoSegments(message.text).parts.length : callUnits
  const isTrial = pending.kind === 'test' || pending.kind === 'code'
  return {
    id: pending.id,
    kind: pending.kind,
    created_at: pending.created_at,
    number,
    isVerified: pending.is_verified,
    isReserved: pending.units > 0,
    units,
    shares: number ? listPhoneShares({ account_id: pending.account_id, number, units, isTrial }, tariff.limits) : [],
  }
}
