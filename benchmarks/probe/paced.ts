import { setTimeout } from 'node:timers/promises'
import { startLoneSensor } from '../support/lone-sensor.ts'
import { readCpuSeconds } from '../support/processor-seconds.ts'

const intervalMs = 60_000
/** The time until the code is compiled. */
const warmUpMs = 15_000

interface SteadyLoad {
  /** Checks per second. */
  readonly rate: number
  readonly url: string
  readonly ca: string
  readonly seconds: number
}

/** Measures the CPU time per check of a sensor process as shipped, at a steady rate. */
export async function measureAtSteadyRate({ rate, url, ca, seconds }: SteadyLoad) {
  const services = Math.round((rate * intervalMs) / 1000)
  const revision = { type_id: 'https', address: url }
  await using sensor = await startLoneSensor({ services, interval_ms: intervalMs, revision, ca })
  const countChecks = () => sensor.readMetric('wachta_sensor_results_total{type="https",result="ok",reason=""}')
  await setTimeout(warmUpMs)
  const [used, count] = [readCpuSeconds(sensor.pid), await countChecks()]
  await setTimeout(seconds * 1000)
  const checks = (await countChecks()) - count
  return {
    milliseconds: ((readCpuSeconds(sensor.pid) - used) * 1000) / checks,
    missing: Math.max(0, Math.round(rate * seconds * 0.97 - checks)),
    lag_ms: Math.round((await sensor.readMetric('wachta_sensor_slot_lag_p99_seconds')) * 1000),
  }
}
