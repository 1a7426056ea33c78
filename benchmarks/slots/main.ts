import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { readProcessMemory, startLoneSensor } from '../support/lone-sensor.ts'

const minuteMs = 60_000

interface SensorRun {
  readonly services: number
  readonly interval_ms: number
  readonly seconds: number
  readonly target: string
}

interface SlotFigures {
  /** The time from the start of the process to its first request. */
  readonly coldMs: number
  readonly requests: number
  readonly lag_ms: number
  readonly results: number
  readonly bytes: number
}

/**
 * Measures how late checks begin, how soon a sensor checks after its start, and how much memory a service takes, with
 * one sensor process as shipped, without a centre, against a local web server. Returns false if a bound is exceeded.
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
  let [requests, firstRequestAt] = [0, 0]
  const server = createServer((_, response) => {
    if (requests === 0) firstRequestAt = Date.now()
    requests += 1
    response.end('well')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const measure = (services: number, seconds: number, interval_ms = minuteMs) => {
    ;[requests, firstRequestAt] = [0, 0]
    return runSensor({ services, seconds, interval_ms, target }, () => ({ requests, firstRequestAt }))
  }
  const seconds = Number(values.seconds)
  // The same rate of checks by fewer services: the difference in memory is what the services take.
  const few = await measure(Math.ceil(Number(values.services) / 60), seconds, 1_000)
  const usual = await measure(Number(values.services), seconds)
  const many = await measure(Number(values.restart), Math.max(seconds, minuteMs / 1000 + 5))
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
  { services, seconds, interval_ms, target }: SensorRun,
  readRequests: () => { requests: number; firstRequestAt: number },
): Promise<SlotFigures> {
  await using sensor = await startLoneSensor({ services, interval_ms, revision: { address: target } })
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const { requests, firstRequestAt } = readRequests()
  return {
    coldMs: firstRequestAt - sensor.startedAt,
    requests,
    lag_ms: (await sensor.readMetric('wachta_sensor_slot_lag_p99_seconds')) * 1000,
    results: await sensor.readMetric('wachta_sensor_results_total{type="http",result="ok",reason=""}'),
    bytes: await readProcessMemory(sensor.pid),
  }
}
