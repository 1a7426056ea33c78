import { readFile } from 'node:fs/promises'
import { readKeys, readStoreUse } from '@wachta/bus'
import { formatBytes } from '../formatting.ts'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const fullShare = 0.8

export const brokerCheck: HealthCheck = {
  name: 'broker',
  title: localized('Broker', 'Broker'),
  async run(context) {
    const hosts = formatHosts(context.variable('NATS_URL'))
    let bus: Awaited<ReturnType<typeof context.bus>>
    try {
      bus = await context.bus()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return problem(
        localized(`No connection to ${hosts}: ${reason}.`, `Brak połączenia z ${hosts}: ${reason}.`),
        localized(
          'Start the broker, or correct NATS_URL and NATS_CREDENTIALS.',
          'Uruchom broker albo popraw NATS_URL i NATS_CREDENTIALS.',
        ),
      )
    }
    const { version = '?', jetstream = false } = bus.connection.info ?? {}
    if (!jetstream)
      return problem(
        localized('JetStream is off: nothing can be stored.', 'JetStream jest wyłączony: nic nie da się zapisać.'),
        localized(
          'Start the broker with -js, or with our configuration.',
          'Uruchom broker z -js albo z naszą konfiguracją.',
        ),
      )
    const keys = context.variable('INSTALLATION_KEYS')
    if (keys && readKeys(await readFile(keys, 'utf8')).centre === undefined)
      return warning(
        localized(
          'Sensors share the NATS account of the centre: a compromised sensor can disturb all others.',
          'Sensory używają tego samego konta NATS co centrala: przejęty sensor może zakłócić wszystkie inne.',
        ),
        localized(
          'Run `wachta admin nats-accounts --directory …` and restart the processes.',
          'Wykonaj `wachta admin nats-accounts --directory …` i uruchom ponownie procesy.',
        ),
      )
    const { bytes: used, limit } = await readStoreUse(bus)
    const requiredBytes = Number(context.variable('NATS_STORE_BYTES'))
    const todo = localized(
      'Give the broker more storage, or lower NATS_STORE_BYTES.',
      'Daj brokerowi więcej miejsca albo zmniejsz NATS_STORE_BYTES.',
    )
    if (limit !== undefined && limit < requiredBytes)
      return warning(
        localized(
          `The broker may store ${formatBytes(limit)}, but NATS_STORE_BYTES requires ${formatBytes(requiredBytes)}.`,
          `Broker może zapisać ${formatBytes(limit)}, a NATS_STORE_BYTES wymaga ${formatBytes(requiredBytes)}.`,
        ),
        todo,
      )
    if (limit !== undefined && used > limit * fullShare)
      return warning(
        localized(
          `The storage of the broker is nearly full: ${formatBytes(used)} of ${formatBytes(limit)}.`,
          `Magazyn prawie pełny: ${formatBytes(used)} z ${formatBytes(limit)}.`,
        ),
        todo,
      )
    return ok(
      `NATS ${version} is running and stores ${formatBytes(used)}.`,
      `NATS ${version} działa i przechowuje ${formatBytes(used)}.`,
    )
  },
}

/** Returns host and port of each URL without the credentials, which must not be shown. */
const formatHosts = (urls: string): string =>
  urls
    .split(',')
    .map((url) => URL.parse(url.includes('://') ? url.trim() : `nats://${url.trim()}`)?.host || '?')
    .join(', ')
