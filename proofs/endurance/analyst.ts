import { Registry } from '@prometheus-io/client'
import { serveAnalyst } from '@wachta/analyst'
import { openBus } from '@wachta/bus'
import { openDatabase } from '@wachta/database'

/**
 * The analyst under test, in its own process: node analyst.ts DATABASE BROKER CELL SCALE. Its clock stands still until
 * a message contains the next time.
 */
const [databaseUrl = '', url = '', cell = '', scale = '1'] = process.argv.slice(2)
const stop = new AbortController()
const clock = { now: 0 }
process.once('SIGTERM', () => stop.abort())
process.on('message', (now: number) => {
  clock.now = now
})
await new Promise((resolve) => process.once('message', resolve))
await using database = openDatabase(databaseUrl)
await using bus = await openBus({ url, cell, name: 'analyst' })
const log = { info: () => undefined, warn: (...words: unknown[]) => console.error(JSON.stringify(words)) }
const options = { database, bus, log, metrics: new Registry(), signal: stop.signal, leaseMs: 60_000 }
await serveAnalyst({
  ...options,
  now: () => clock.now,
  rateScale: Number(scale),
  onReady: () => process.send?.('ready'),
})
// Otherwise the channel to the parent would keep the process alive.
if (process.connected) process.disconnect()
