import { type Client, collectPages } from '@wachta/client'
import type { CliLanguage, LocalizedText } from '../frame/localized-text.ts'
import { createNameLookup } from '../kinds/names.ts'
import { alertStates, notificationStates, type StateLabel, serviceStates } from '../kinds/state-labels.ts'
import { toApiTime } from '../times/time.ts'

/** Which entries of a log to read. */
export interface LogRange {
  /** The account whose log is read. */
  readonly account: number | 'my_account'
  /** Only entries about this service. */
  readonly service: number | null
  readonly from: Date
  /** The default is now. */
  readonly to: Date | null
}

/** One entry as the API returned it, with the names of the objects that it refers to. */
export interface LogEntry {
  /** Identifies the entry, so that it is not printed twice. */
  readonly key: string
  readonly record: object
  readonly time: string
  readonly state?: StateLabel | undefined
  /** The service, or the other subject of the entry. */
  readonly subject: string
  readonly details: string
}

/** Creates the function that reads the entries of a log in a period, the oldest first. */
export type Log = (client: Client, language: CliLanguage) => (range: LogRange) => Promise<LogEntry[]>

const notificationKinds: Readonly<Record<string, LocalizedText>> = {
  start: { en: 'start', pl: 'początek' },
  repeat: { en: 'repeat', pl: 'powtórzenie' },
  end: { en: 'end', pl: 'koniec' },
}

const toPath = ({ account }: LogRange) => ({ _account_id: account })
const toRangeQuery = ({ from, to }: LogRange) => ({
  from: toApiTime(from),
  ...(to !== null && { to: toApiTime(to) }),
})

const status: Log = (client) => {
  const loadServiceNames = createNameLookup(client, 'list_services')
  return async (range) => {
    const query = toRangeQuery(range)
    const records = await collectPages(
      range.service === null
        ? client.pages('list_account_status_changes', { path: toPath(range), query })
        : client.pages('list_status_changes', { path: { _id: range.service }, query }),
    )
    const findName = await loadServiceNames(records.map(({ service_id }) => service_id))
    return records.map((record) => ({
      key: `${record.id}`,
      time: record.start_time,
      state: serviceStates[record.status],
      subject: findName(record.service_id),
      details: record.description,
      record,
    }))
  }
}

const notifications: Log = (client, language) => {
  const loadServiceNames = createNameLookup(client, 'list_services')
  return async (range) => {
    const all = await collectPages(
      client.pages('list_account_contact_notifications', {
        path: toPath(range),
        query: { ...toRangeQuery(range), status: 'all' },
      }),
    )
    const records = all.filter(({ service_id }) => range.service === null || service_id === range.service)
    const findName = await loadServiceNames(records.map(({ service_id }) => service_id))
    return records.map((record) => ({
      key: `${record.id} ${record.status}`,
      time: record.time,
      state: notificationStates[record.status],
      subject: findName(record.service_id),
      details: `${notificationKinds[record.kind]?.[language] ?? record.kind}, ${record.channel_id} ${record.address}${formatSuffix(record.reason)}`,
      record,
    }))
  }
}

const events: Log = (client) => {
  const loadServiceNames = createNameLookup(client, 'list_services')
  const loadRuleNames = createNameLookup(client, 'list_events')
  return async (range) => {
    const all = await collectPages(
      client.pages('list_account_event_status_changes', { path: toPath(range), query: toRangeQuery(range) }),
    )
    const records = all.filter(({ service_id }) => range.service === null || service_id === range.service)
    const findServiceName = await loadServiceNames(records.map(({ service_id }) => service_id))
    const findRuleName = await loadRuleNames(records.map(({ event_id }) => event_id))
    return records.map((record) => ({
      key: `${record.id}`,
      time: record.start_time,
      state: alertStates[record.status],
      subject: findServiceName(record.service_id),
      details: `${findRuleName(record.event_id)}${formatSuffix(record.note)}`,
      record,
    }))
  }
}

const audit: Log = (client) => async (range) => {
  const query = {
    sort: ['time', 'id'],
    'filter.time': `not_lower_than:${toApiTime(range.from)}`,
    ...(range.service !== null && { 'filter.resource': 'service', 'filter.object_id': `equals:${range.service}` }),
  }
  const records = await collectPages(client.pages('list_account_audits', { path: toPath(range), query }))
  return records
    .filter(({ time }) => range.to === null || Date.parse(time) < range.to.getTime())
    .map((record) => ({
      key: `${record.id}`,
      time: record.time,
      subject: `${record.actor_scope} ${record.actor_id ?? ''}`.trimEnd(),
      details: `${record.operation}  ${record.resource} ${record.object_id}`,
      record,
    }))
}

/** The logs of an account. A new log is one function and one line here. */
export const logs = { status, notifications, alerts: events, events, audit } as const satisfies Readonly<
  Record<string, Log>
>

const formatSuffix = (text: string | null): string => (text ? `  (${text})` : '')
