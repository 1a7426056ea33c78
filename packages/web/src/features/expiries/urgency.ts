import type { Expiry } from '@wachta/client'
import type { Status } from '../../ui/status-mark.tsx'
import { dayMs } from '../../ui/time-units.ts'

type ExpiryUrgency = 'expired' | 'soon' | 'later'

/** With fewer days left, something expires soon; the same as the default thresholds of the expiry alert rules. */
const soonDays: Readonly<Record<Expiry['kind'], number>> = { certificate: 14, domain: 30 }

export const findUrgency = ({ kind, days_left }: Pick<Expiry, 'kind' | 'days_left'>): ExpiryUrgency =>
  days_left < 0 ? 'expired' : days_left < soonDays[kind] ? 'soon' : 'later'

export const urgencyStatuses: Readonly<Record<ExpiryUrgency, Status>> = {
  expired: 'failure',
  soon: 'warning',
  later: 'ok',
}

export const getExpiryDate = ({ time, days_left }: Pick<Expiry, 'time' | 'days_left'>): Date =>
  new Date(Date.parse(time) + days_left * dayMs)
