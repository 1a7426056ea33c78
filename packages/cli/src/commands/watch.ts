import { type Client, hasSymbol, type ServiceStatus } from '@wachta/client'
import { command, type Invocation } from '../frame/command.ts'
import type { CliLanguage } from '../frame/localized-text.ts'
import type { Output, OutputColumn } from '../frame/output.ts'
import { createNameLookup } from '../kinds/names.ts'
import { serviceStates, uncheckedReasons } from '../kinds/state-labels.ts'
import { connectCli } from '../session/connection.ts'
import { isPermanent } from '../session/explain.ts'
import { pause } from '../times/time.ts'
import { formatLocalTime } from '../times/time-text.ts'

const maxRetrySeconds = 30
/** How often statuses are polled if the live stream is not available. */
const pollIntervalMs = 10_000

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
    const printStatuses = createStatusPrinter(client, out, language)
    for (let failures = 0; !stopping.aborted; failures += 1) {
      const onReady = () => {
        failures = 0
      }
      const reason = await follow(client, { printStatuses, onReady }, stopping)
      if (stopping.aborted) return
      if (hasSymbol(reason, 'application_not_allowed')) {
        await poll(client, printStatuses, { out, stopping })
        return
      }
      if (isPermanent(reason)) throw reason
      const retrySeconds = Math.min(2 ** failures, maxRetrySeconds)
      out.progress({
        en: `The stream is interrupted; trying again in ${retrySeconds} s.`,
        pl: `Strumień przerwany; ponowna próba za ${retrySeconds} s.`,
      })
      await pause(retrySeconds * 1000, stopping)
    }
  },
})

type StatusPrinter = (statuses: readonly ServiceStatus[], isChange: boolean) => Promise<void>

/** Handlers for the events of the live stream. */
interface StreamHandlers {
  readonly printStatuses: StatusPrinter
  /** The stream is connected. */
  readonly onReady: () => void
}

/** Follows one stream until it ends, and returns the error that ended it, if any. */
async function follow(
  client: Client,
  { printStatuses, onReady }: StreamHandlers,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    for await (const { event, data } of await client.call('watch_service_statuses', {}, { signal, retry: false })) {
      if (event === 'status') await printStatuses(JSON.parse(data), true)
      // These mean that the stream did not contain all changes: read all statuses.
      if (event === 'ready' || event === 'refresh')
        for await (const { items } of client.pages('list_service_statuses', {}, { signal }))
          await printStatuses(items, false)
      if (event === 'ready') onReady()
    }
    return undefined
  } catch (error) {
    return error
  }
}

/** The stream needs a session. A sign-in with the browser creates none, so statuses are polled instead. */
async function poll(
  client: Client,
  printStatuses: StatusPrinter,
  { out, stopping: signal }: Pick<Invocation, 'out' | 'stopping'>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { items } of client.pages('list_service_statuses', {}, { signal }))
        await printStatuses(items, false)
    } catch (error) {
      if (signal.aborted) return
      if (isPermanent(error)) throw error
      const { message } = error as Error
      out.progress({ en: message, pl: message })
    }
    await pause(pollIntervalMs, signal)
  }
}

/** Reports each status change once, because the list, and sometimes the stream, repeats known statuses. */
function createStatusPrinter(client: Client, out: Output, language: CliLanguage): StatusPrinter {
  const loadNames = createNameLookup(client, 'list_services')
  const lastStatuses = new Map<number, string>()
  const print = out.stream(getStatusColumns(language), ({ status }) => status)
  return async (statuses, isChange) => {
    const changed = statuses.filter(({ service_id, status, since }) => {
      const last = lastStatuses.get(service_id)
      return last !== `${status} ${since}` && (isChange || last !== undefined || status !== 'ok')
    })
    const findName = await loadNames(changed.map(({ service_id }) => service_id))
    // Only after the names: if they cannot be read, the changes are still new when the list is read again.
    for (const { service_id, status, since } of statuses) lastStatuses.set(service_id, `${status} ${since}`)
    for (const status of changed) print({ status, name: findName(status.service_id) })
  }
}

/** A status and the name of its service. */
interface NamedStatus {
  readonly status: ServiceStatus
  readonly name: string
}

const getStatusColumns = (language: CliLanguage): OutputColumn<NamedStatus>[] => [
  { title: { en: 'Time', pl: 'Czas' }, value: ({ status }) => formatLocalTime(status.since), isNeverCut: true },
  {
    title: { en: 'Status', pl: 'Stan' },
    value: ({ status }) => serviceStates[status.status]?.[language],
    tone: ({ status }) => serviceStates[status.status]?.tone,
    isNeverCut: true,
    width: Math.max(...Object.values(serviceStates).map((label) => label[language].length)),
  },
  { title: { en: 'Service', pl: 'Usługa' }, value: ({ name }) => name },
  {
    title: { en: 'Sensors', pl: 'Sensory' },
    value: ({ status: { failing_sensor_ids: failing, unchecked_reason: reason } }) =>
      uncheckedReasons[reason ?? '']?.[language] ??
      (failing.length === 0 ? '' : formatFailingSensors(failing.length)[language]),
  },
]

const formatFailingSensors = (count: number) => ({
  en: `failing from ${count} ${count === 1 ? 'sensor' : 'sensors'}`,
  pl: `błąd z ${count} ${count === 1 ? 'sensora' : 'sensorów'}`,
})
