import { setTimeout as wait } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import { serveAnalyst } from '@wachta/analyst'
import { openBus } from '@wachta/bus'
import { openDatabase } from '@wachta/database'

/** The analyst under measurement, in its own process. Usage: node analyst.ts DATABASE BROKER CELL */
const [databaseUrl = '', url = '', cell = ''] = process.argv.slice(2)
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
await using database = openDatabase(databaseUrl)
await using bus = await openBus({ url, cell, name: 'analyst' })
const log = { info: () => undefined, warn: (...words: unknown[]) => console.error(...words) }
await serveAnalyst({
  ...{ database, bus, log, metrics: new Registry(), signal: stop.signal, leaseMs: 60_000 },
  maxPending: 500_000,
  // The streams are empty at first, so the analyst has caught up a moment later.
  onReady: () => void wait(1_000).then(() => process.send?.('ready')),
})
