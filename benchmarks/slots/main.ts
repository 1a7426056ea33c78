import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { saveAssignments, saveState } from '@wachta/sensor/src/kept-state.ts'
import { assignment, temporaryDirectory } from '@wachta/testing/sensor'

const minuteMs = 60_000

interface Run {
  readonly services: number
  readonly interval_ms: number
  readonly seconds: number
  readonly target: string
}

interface Figures {
  /** From the start of the process to its first request. */
  readonly coldMs: number
  readonly requests: number
  readonly lag_ms: number
  readonly results: number
  readonly bytes: number
}

/**
 * How late checks begin, how soon after its start a sensor checks, and how much memory a service takes: one sensor
 * process as it is shipped, without a centre, against a local web server. False where a figure is not reached.
 */
export async function run(given: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: given,
    options: {
      services: { type: 'string', default: '5000' },
      restart: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '65' },
    },
  })
  let [requests, first] = [0, 0]
  const server = createServer((_, response) => {
    if (requests === 0) first = Date.now()
    requests += 1
    response.end('well')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const run = (services: number, seconds: number, interval_ms = minuteMs) => {
    ;[requests, first] = [0, 0]
    return runSensor({ services, seconds, interval_ms, target }, () => ({ requests, first }))
  }
  const seconds = Number(values.seconds)
  // As many checks a second by few services: what differs is what services take.
  const few = await run(Math.ceil(Number(values.services) / 60), seconds, 1_000)
  const usual = await run(Number(values.services), seconds)
  const many = await run(Number(values.restart), Math.max(seconds, minuteMs / 1000 + 5))
  server.closeAllConnections()
  server.close()
  const memory = (usual.bytes - few.bytes) / 1e6 / (Number(values.services) / 1000)
  console.log(`${values.services} services: ${usual.requests} requests in ${seconds} s, ${usual.results} results`)
  console.log(`${values.restart} services: ${many.requests} requests within one interval, lag p99 ${many.lag_ms} ms`)
  const cold = (usual.coldMs / 1000).toFixed(2)
  console.log(`slots: lag p99 ${usual.lag_ms} ms, cold start ${cold} s, ${memory.toFixed(1)} MB per 1,000`)
  return usual.lag_ms <= 200 && usual.coldMs <= 2_000 && memory <= 10 && many.requests >= Number(values.restart)
}

async function runSensor(
  { services, seconds, interval_ms, target }: Run,
  seen: () => { requests: number; first: number },
): Promise<Figures> {
  await using directory = await temporaryDirectory()
  const now = Date.now()
  await saveState(directory.path, { host: '', valid_until: now + 86_400_000, committed: [], taken: [], segment: 0 })
  // Evenly over the interval, as the phases of services are.
  const phase = (place: number) => Math.floor((place * interval_ms) / services)
  await saveAssignments(
    directory.path,
    Array.from({ length: services }, (_, place) =>
      assignment(place + 1, { address: target, phase_ms: phase(place), interval_ms }, place % 8),
    ),
  )
  const started = Date.now()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../packages/sensor/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NATS_URL: process.env['NATS_URL'],
      CELL: `bench-${process.pid}`,
      SENSOR_ID: '1',
      SENSOR_DIRECTORY: directory.path,
      SENSOR_ANCHORS: 'none',
      SENSOR_BROWSER: 'off',
      SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
      METRICS_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const port = await metricsPort(child.stdout)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const { requests, first } = seen()
    return {
      coldMs: first - started,
      requests,
      lag_ms: figure(metrics, 'wachta_sensor_slot_lag_p99_seconds') * 1000,
      results: figure(metrics, 'wachta_sensor_results_total{type="http",result="ok",reason=""}'),
      bytes: await resident(child.pid ?? 0),
    }
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
}

async function metricsPort(output: NodeJS.ReadableStream): Promise<number> {
  for await (const text of output) {
    const port = /"port":(\d+)/.exec(String(text))?.[1]
    if (port !== undefined) {
      output.resume()
      return Number(port)
    }
  }
  throw new Error('the sensor ended before it served its metrics')
}

const figure = (metrics: string, name: string): number =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? Number.NaN,
  )

async function resident(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
