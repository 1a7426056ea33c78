import { type Client, collectPages } from '@wachta/client'
import type { CliLanguage, LocalizedText } from '../frame/localized-text.ts'
import { listNames } from '../kinds/names.ts'
import { alertStates, notificationStates, type StateLabel, serviceStates } from '../kinds/state-labels.ts'
import { toWireTime } from '../times/time.ts'

/** Which entries of a log to read. */
export interface LogRange {
  /** Whose log it is. */
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

/** A log: the entries of a period, the oldest first. */
export type Log = (client: Client, language: CliLanguage) => (stretch: LogRange) => Promise<LogEntry[]>

const notificationKinds: Readonly<Record<string, LocalizedText>> = {
  start: { en: 'start', pl: 'początek' },
  repeat: { en: 'repeat', pl: 'powtórzenie' },
  end: { en: 'end', pl: 'koniec' },
}

const toPath = ({ account }: LogRange) => ({ _account_id: account })
const toRange = ({ from, to }: LogRange) => ({
  from: toWireTime(from),
  ...(to !== null && { to: toWireTime(to) }),
})

const status: Log = (client) => {
  const services = listNames(client, 'list_services')
  return async (stretch) => {
    const query = toRange(stretch)
    const records = await collectPages(
      stretch.service === null
        ? client.pages('list_account_status_changes', { path: toPath(stretch), query })
        : client.pages('list_status_changes', { path: { _id: stretch.service }, query }),
    )
    const findName = await services(records.map(({ service_id }) => service_id))
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
  const services = listNames(client, 'list_services')
  return async (stretch) => {
    const all = await collectPages(
      client.pages('list_account_contact_notifications', {
        path: toPath(stretch),
        query: { ...toRange(stretch), status: 'all' },
      }),
    )
    const records = all.filter(({ service_id }) => stretch.service === null || service_id === stretch.service)
    const findName = await services(records.map(({ service_id }) => service_id))
    return records.map((record) => ({
      key: `${record.id} ${record.status}`,
      time: record.time,
      state: notificationStates[record.status],
      subject: findName(record.service_id),
      details: `${notificationKinds[record.kind]?.[language] ?? record.kind}, ${record.channel_id} ${record.address}${suffix(record.reason)}`,
      record,
    }))
  }
}

const events: Log = (client) => {
  const services = listNames(client, 'list_services')
  const rules = listNames(client, 'list_events')
  return async (stretch) => {
    const all = await collectPages(
      client.pages('list_account_event_status_changes', { path: toPath(stretch), query: toRange(stretch) }),
    )
    const records = all.filter(({ service_id }) => stretch.service === null || service_id === stretch.service)
    const serviceName = await services(records.map(({ service_id }) => service_id))
    const ruleName = await rules(records.map(({ event_id }) => event_id))
    return records.map((record) => ({
      key: `${record.id}`,
      time: record.start_time,
      state: alertStates[record.status],
      subject: serviceName(record.service_id),
      details: `${ruleName(record.event_id)}${suffix(record.note)}`,
      record,
    }))
  }
}

const audit: Log = (client) => async (stretch) => {
  const query = {
    sort: ['time', 'id'],
    'filter.time': `not_lower_than:${toWireTime(stretch.from)}`,
    ...(stretch.service !== null && { 'filter.resource': 'service', 'filter.object_id': `equals:${stretch.service}` }),
  }
  const records = await collectPages(client.pages('list_account_audits', { path: toPath(stretch), query }))
  return records
    .filter(({ time }) => stretch.to === null || Date.parse(time) < stretch.to.getTime())
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

const suffix = (text: string | null): string => (text ? `  (${text})` : '')
