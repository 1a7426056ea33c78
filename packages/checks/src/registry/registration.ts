import { dayMs } from '@wachta/domain'
import { CheckFailure } from '../failure.ts'

/** The data of a domain in its registry. */
export interface Registration {
  readonly expires: Date | null
  /** EPP statuses in any spelling, such as `client hold` or `clientHold https://icann.org/epp#clientHold`. */
  readonly statuses: readonly string[]
}

export const countDaysLeft = (expires: Date, today: Date): number =>
  Math.floor((expires.getTime() - today.getTime()) / dayMs)

/** Throws the most serious reason for which a domain is not in order; an unknown expiry date is one, too. */
export function judgeRegistration({ expires, statuses }: Registration, minDays: number, today: Date): void {
  const deletionStatus = findStatus(statuses, ['redemptionperiod', 'pendingdelete'])
  if (deletionStatus !== undefined)
    throw new CheckFailure('domain_pending_delete', `the registry shows ${deletionStatus}`)
  if (expires !== null && expires <= today)
    throw new CheckFailure('domain_expired', `the domain expired on ${renderDate(expires)}`)
  const holdStatus = findStatus(statuses, ['clienthold', 'serverhold'])
  if (holdStatus !== undefined) throw new CheckFailure('domain_on_hold', `the registry shows ${holdStatus}`)
  if (expires === null) throw new CheckFailure('domain_expiry_unknown', 'the registry gives no expiry date')
  const days = countDaysLeft(expires, today)
  if (days < minDays)
    throw new CheckFailure('domain_expiring', `the domain expires on ${renderDate(expires)}, in ${days} days`)
}

const renderDate = (date: Date): string => date.toISOString().slice(0, 10)

function findStatus(statuses: readonly string[], names: readonly string[]): string | undefined {
  return statuses.find((status) => {
    const [name = ''] = status.split(/\(|https?:/)
    return names.includes(name.toLowerCase().replace(/[\s_-]/g, ''))
  })
}
