import { readFile } from 'node:fs/promises'
import { readKeys, readStoreUse } from '@wachta/bus'
import { formatBytes } from '../figures.ts'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const full = 0.8

export const brokerCheck: HealthCheck = {
  name: 'broker',
  title: localized('Broker', 'Broker'),
  async look(around) {
    const where = listPlaces(around.variable('NATS_URL'))
    let bus: Awaited<ReturnType<typeof around.bus>>
    try {
      bus = await around.bus()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return problem(
        localized(`No connection to ${where}: ${why}.`, `Brak połączenia z ${where}: ${why}.`),
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
    const keys = around.variable('INSTALLATION_KEYS')
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
    const wanted = Number(around.variable('NATS_STORE_BYTES'))
    const todo = localized(
      'Give the broker more storage, or lower NATS_STORE_BYTES.',
      'Daj brokerowi więcej miejsca albo zmniejsz NATS_STORE_BYTES.',
    )
    if (limit !== undefined && limit < wanted)
      return warning(
        localized(
          `The broker may store ${formatBytes(limit)}, but NATS_STORE_BYTES requires ${formatBytes(wanted)}.`,
          `Broker może zapisać ${formatBytes(limit)}, a NATS_STORE_BYTES wymaga ${formatBytes(wanted)}.`,
        ),
        todo,
      )
    if (limit !== undefined && used > limit * full)
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
const listPlaces = (urls: string): string =>
  urls
    .split(',')
    .map((url) => URL.parse(url.includes('://') ? url.trim() : `nats://${url.trim()}`)?.host || '?')
    .join(', ')
