import { ApiError, type Client, hasSymbol, type ServiceStatus } from '@wachta/client'
import { command } from '../frame/command.ts'
import type { CliLanguage } from '../frame/localized-text.ts'
import type { Output, OutputColumn } from '../frame/output.ts'
import { listNames } from '../kinds/names.ts'
import { serviceStates, uncheckedReasons } from '../kinds/state-labels.ts'
import { connectCli } from '../session/connection.ts'
import { pause } from '../times/time.ts'
import { formatLocalTime } from '../times/time-text.ts'

const longestWait = 30
/** How often statuses are polled if the live stream is not available. */
const pollMs = 10_000

export const watchCommand = command({
  path: 'watch',
  summary: { en: 'show statuses as they change, until Ctrl-C', pl: 'pokazuj zmiany stanów na bieżąco, aż do Ctrl-C' },
  details: {
    en: 'Show services that are not up, then every status change, until Ctrl-C. With --json or --csv, prints one record per line.',
    pl: 'Pokaż usługi w stanie innym niż Działa, a potem każdą zmianę stanu, aż do Ctrl-C. Z --json lub --csv jeden rekord w wierszu.',
  },
  printsRecords: true,
  outputOnly: true,
  async run(invocation) {
    const { out, language, stopping } = invocation
    const client = await connectCli(invocation)
    const tell = teller(client, out, language)
    for (let failures = 0; !stopping.aborted; failures += 1) {
      const onReady = () => {
        failures = 0
      }
      const reason = await follow(client, { tell, onReady }, stopping)
      if (stopping.aborted) return
      if (hasSymbol(reason, 'application_not_allowed')) {
        await poll(client, tell, stopping)
        return
      }
      // Trying again does not help against missing permission.
      if (reason instanceof ApiError && [401, 403].includes(reason.status)) throw reason
      const wait = Math.min(2 ** failures, longestWait)
      out.progress({
        en: `The stream is interrupted; trying again in ${wait} s.`,
        pl: `Strumień przerwany; ponowna próba za ${wait} s.`,
      })
      await pause(wait * 1000, stopping)
    }
  },
})

type StatusPrinter = (statuses: readonly ServiceStatus[], isChange: boolean) => Promise<void>

/** Handlers for the events of the live stream. */
interface StreamHandlers {
  readonly tell: StatusPrinter
  /** The stream is connected. */
  readonly onReady: () => void
}

/** Follows one stream until it ends, and returns the reason. */
async function follow(client: Client, { tell, onReady }: StreamHandlers, signal: AbortSignal): Promise<unknown> {
  try {
    for await (const { event, data } of await client.call('watch_service_statuses', {}, { signal, retry: false })) {
      if (event === 'status') await tell(JSON.parse(data), true)
      // Changes from before the connection, or too many for the stream, are read from the list.
      else for await (const { items } of client.pages('list_service_statuses', {}, { signal })) await tell(items, false)
      if (event === 'ready') onReady()
    }
    return undefined
  } catch (error) {
    return error
  }
}

/** The stream needs a session. A sign-in with the browser creates none, so statuses are polled instead. */
async function poll(client: Client, tell: StatusPrinter, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for await (const { items } of client.pages('list_service_statuses', {}, { signal })) await tell(items, false)
    await pause(pollMs, signal)
  }
}

/** Reports each status change once, because the list, and sometimes the stream, repeats known statuses. */
function teller(client: Client, out: Output, language: CliLanguage): StatusPrinter {
  const names = listNames(client, 'list_services')
  const known = new Map<number, string>()
  const print = out.stream(statusColumns(language), ({ status }) => status)
  return async (statuses, isChange) => {
    const news = statuses.filter(({ service_id, status, since }) => {
      const isNew = known.get(service_id) !== `${status} ${since}`
      const isFirst = !known.has(service_id)
      known.set(service_id, `${status} ${since}`)
      return isNew && (isChange || !isFirst || status !== 'ok')
    })
    const findName = await names(news.map(({ service_id }) => service_id))
    for (const status of news) print({ status, name: findName(status.service_id) })
  }
}

/** A status and the name of its service. */
interface NamedStatus {
  readonly status: ServiceStatus
  readonly name: string
}

const statusColumns = (language: CliLanguage): OutputColumn<NamedStatus>[] => [
  { title: { en: 'Time', pl: 'Czas' }, value: ({ status }) => formatLocalTime(status.since), isWhole: true },
  {
    title: { en: 'Status', pl: 'Stan' },
    value: ({ status }) => serviceStates[status.status]?.[language],
    tone: ({ status }) => serviceStates[status.status]?.tone,
    isWhole: true,
    width: Math.max(...Object.values(serviceStates).map((label) => label[language].length)),
  },
  { title: { en: 'Service', pl: 'Usługa' }, value: ({ name }) => name },
  {
    title: { en: 'Sensors', pl: 'Sensory' },
    value: ({ status: { failing_sensor_ids: failing, unchecked_reason: reason } }) =>
      uncheckedReasons[reason ?? '']?.[language] ?? (failing.length === 0 ? '' : failingText(failing.length)[language]),
  },
]

const failingText = (count: number) => ({
  en: `failing from ${count} ${count === 1 ? 'sensor' : 'sensors'}`,
  pl: `błąd z ${count} ${count === 1 ? 'sensora' : 'sensorów'}`,
})
