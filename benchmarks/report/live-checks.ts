import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { saveAssignments, saveState } from '@wachta/sensor/src/saved-state.ts'
import { startProcess } from '@wachta/testing/processes/start-process'
import { createAssignment } from '@wachta/testing/sensor'

const services = 500
const minuteMs = 60_000
const pollIntervalMs = 5_000

export interface LiveChecks extends AsyncDisposable {
  /** Returns the worst 99th percentile of the delay of checks since the start, in seconds. */
  readWorstLagSeconds(): number
}

/** Starts a sensor as shipped, which checks 500 services every minute while reports are made. */
export async function startLiveChecks(folder: string, cell: string): Promise<LiveChecks> {
  const stack = new AsyncDisposableStack()
  const server = createServer((_, response) => response.end('well')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => void server.close().closeAllConnections())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const directory = join(folder, 'sensor')
  await mkdir(directory, { recursive: true })
  await saveState(directory, {
    ...{ host: '', valid_until: Date.now() + 86_400_000, committed: [], taken: [], segment: 0 },
  })
  await saveAssignments(
    directory,
    Array.from({ length: services }, (_, index) => {
      const phase_ms = Math.floor((index * minuteMs) / services)
      return createAssignment(index + 1, { address, phase_ms, interval_ms: minuteMs }, index % 8)
    }),
  )
  const sensor = stack.use(
    startProcess('sensor', {
      ...{ NATS_URL: process.env['NATS_URL'] ?? '', CELL: cell, SENSOR_ID: '1', SENSOR_DIRECTORY: directory },
      ...{ SENSOR_ANCHORS: 'none', SENSOR_BROWSER: 'off', SENSOR_ALLOWED_RANGES: '127.0.0.0/8' },
    }),
  )
  let worstLag = 0
  const ending = new AbortController()
  const polling = (async () => {
    while (!ending.signal.aborted) {
      worstLag = Math.max(worstLag, await readLag(sensor.metricsPort()))
      await wait(pollIntervalMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  })()
  stack.defer(async () => {
    ending.abort()
    await polling
  })
  const owned = stack.move()
  return { readWorstLagSeconds: () => worstLag, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function readLag(port: string | undefined): Promise<number> {
  if (port === undefined) return 0
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lag = Number(/^wachta_sensor_slot_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1] ?? Number.NaN)
  return Number.isNaN(lag) ? 0 : lag
}
