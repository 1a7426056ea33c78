import { ApiError, type Client } from '@wachta/client'
import { CommandError, exitCodes, type Invocation } from '../frame/command.ts'
import type { LocalizedText } from '../frame/localized-text.ts'
import { findOne, findService, NotFoundError } from '../kinds/find.ts'
import { extractHost } from '../kinds/host.ts'
import { connectCli } from '../session/connection.ts'
import { pause } from '../times/time.ts'

export const sensorOption = {
  kind: 'texts',
  summary: { en: 'from these sensors, by id or name', pl: 'z tych sensorów (identyfikator lub nazwa)' },
} as const
export const noAnswer = { en: 'The sensor did not answer in time.', pl: 'Sensor nie odpowiedział na czas.' }

/** The number of sensors that are used unless some are named. */
const defaultSensorCount = 3
/** Seconds that a sensor may take. */
const timeoutSeconds = 90

interface DiagnosticSensor {
  readonly id: number
  readonly name: string
}

/** A diagnostic query that one sensor runs for a host. */
export interface DiagnosticRequest extends Pick<Invocation, 'stopping'> {
  readonly client: Client
  readonly host: string
  readonly sensor_id: number
}

interface DiagnosticQuery<Answer> {
  /** The text that is printed while the sensors work. */
  readonly formatProgress: (host: string, sensors: number) => LocalizedText
  readonly run: (request: DiagnosticRequest) => Promise<Answer>
}

/** Runs the same diagnostic on several sensors at once; returns each result with its sensor. */
export async function runOnSensors<Answer extends object>(
  invocation: Invocation<{ readonly sensor: typeof sensorOption }>,
  { formatProgress, run }: DiagnosticQuery<Answer>,
): Promise<({ readonly sensor_id: number; readonly sensor: string } & Answer)[]> {
  const { operands, options, out, stopping } = invocation
  const client = await connectCli(invocation)
  const { host, service } = await findTarget(client, operands[0] ?? '')
  const sensors = await chooseSensors(client, options.sensor, service)
  out.progress(formatProgress(host, sensors.length))
  return Promise.all(
    sensors.map(async ({ id, name }) => ({
      sensor_id: id,
      sensor: name,
      ...(await run({ client, host, sensor_id: id, stopping })),
    })),
  )
}

/** The host to diagnose: that of a service, given by id or name, or a host name or IP address. */
async function findTarget(client: Client, word: string): Promise<{ host: string; service: number | null }> {
  const found = await findService(client, word).catch((error: unknown) => {
    // Anything that looks like a host is one, unless a service has that name. A word without a dot may be a misspelt
    // name of a service, so it counts as a host only if no service has a similar name.
    if (error instanceof NotFoundError && isHost(word) && (word.includes('.') || !error.hasSimilar)) return null
    throw error
  })
  if (!found) return { host: word, service: null }
  const { address } = await client.call('read_service', { path: { _id: found.id }, query: { fields: ['address'] } })
  return { host: extractHost(address), service: found.id }
}

/** `localhost` and `192.0.2.1` are hosts too; an IPv6 address contains colons. */
const isHost = (word: string): boolean =>
  /^(?=.*[A-Za-z0-9])[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?$/.test(word) || /^[0-9a-f]*:[0-9a-f:.]+$/i.test(word)

/** Returns the sensors that were named, or else a few of those of the service or, without any, of the active ones. */
async function chooseSensors(
  client: Client,
  idsOrNames: readonly string[],
  service: number | null,
): Promise<DiagnosticSensor[]> {
  if (idsOrNames.length > 0)
    return Promise.all(
      idsOrNames.map(async (word) => {
        const { id } = await findOne(client, 'sensors', word)
        const { name } = await client.call('read_sensor', { path: { _id: Number(id) } })
        return { id: Number(id), name }
      }),
    )
  const query = { 'filter.is_active': true, limit: defaultSensorCount, sort: ['id'] }
  const assignedSensors =
    service === null ? [] : (await client.list('list_service_monitoring_sensors', { path: { _id: service } })).items
  const items = assignedSensors.length > 0 ? assignedSensors : (await client.list('list_sensors', { query })).items
  if (items.length > 0) return items.slice(0, defaultSensorCount).map(({ id, name }) => ({ id, name }))
  throw new CommandError(
    {
      en: 'No sensor is available. Name one with --sensor.',
      pl: 'Nie ma dostępnego sensora. Wskaż sensor opcją --sensor.',
    },
    { exitCode: exitCodes.failed },
  )
}

interface Diagnostic {
  readonly status: 'pending' | 'in_progress' | 'completed'
}

/** Polls until the diagnostic is complete; null if it takes too long. */
export async function awaitCompletion<Each extends Diagnostic>(
  read: () => Promise<Each>,
  signal: AbortSignal,
): Promise<Each | null> {
  for (const end = Date.now() + timeoutSeconds * 1000; Date.now() < end; ) {
    const diagnostic = await read().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 429) return null
      throw error
    })
    if (diagnostic?.status === 'completed') return diagnostic
    signal.throwIfAborted()
    await pause(500, signal)
  }
  return null
}
