import type { NotificationStatus } from '@wachta/client'
import type { RangeName } from '../../app/client/ranges.ts'
import { rangeNames } from '../../app/client/ranges.ts'
import type { NotificationFilters } from './queries.ts'

/** The search parameters of the page: `style` is the kind of log, `message` the id of the opened notification. */
export type NotificationSearch = {
  readonly [Name in 'style' | 'status' | 'channel' | 'contact' | 'range' | 'message' | 'page']?: string
}

export const statuses: readonly NotificationStatus[] = ['sent', 'pending', 'failed', 'suppressed']

/** Parses the filters of the URL. Missing and invalid ones do not restrict the list, but the range is a week then. */
export const parseLogFilters = ({ status, channel, contact, range }: NotificationSearch): NotificationFilters => ({
  status: statuses.find((each) => each === status) ?? null,
  channel: channel ?? null,
  contact: /^[1-9]\d{0,14}$/.test(contact ?? '') ? Number(contact) : null,
  range: rangeNames.find((name): name is RangeName => name === range) ?? 'week',
})
