import type { ReportedBrowser, SensorHeartbeat } from '@wachta/bus'

/** How long a sensor must report the same: three heartbeats, so that all of its hosts have reported. */
const settleMs = 15_000
/** A host that has been silent for this long does not count. */
const silentMs = 60_000
/** A sensor has up to eight hosts. */
const maxHosts = 8

const unable: ReportedBrowser = { able: false, reason: null }

interface HostReport {
  readonly browser: ReportedBrowser | null
  readonly at: number
}

interface SensorReport {
  readonly hosts: Map<string, HostReport>
  /** The combined ability of all hosts; undefined while one of them is still testing. */
  ability: ReportedBrowser | undefined
  /** Since when the sensor has been able, or unable. */
  since: number
}

/** What sensors report about their browsers. Each host of a sensor runs all its checks, so all of them must be able. */
export class BrowserReports {
  readonly #sensors = new Map<number, SensorReport>()

  addReport(
    sensor_id: number,
    { host, browser = unable }: Pick<SensorHeartbeat, 'host' | 'browser'>,
    at: number,
  ): void {
    const sensor = this.#sensors.get(sensor_id) ?? { hosts: new Map(), ability: undefined, since: at }
    this.#sensors.set(sensor_id, sensor)
    sensor.hosts.delete(host)
    sensor.hosts.set(host, { browser, at })
    for (const [name, report] of sensor.hosts)
      if (sensor.hosts.size > maxHosts || report.at < at - silentMs) sensor.hosts.delete(name)
    const ability = combine([...sensor.hosts.values()])
    if (ability?.able !== sensor.ability?.able) sensor.since = at
    sensor.ability = ability
  }

  /** Returns what a sensor has reported for long enough; undefined if it has not. */
  getSettled(sensor_id: number, now: number): ReportedBrowser | undefined {
    const sensor = this.#sensors.get(sensor_id)
    return sensor !== undefined && now - sensor.since >= settleMs ? sensor.ability : undefined
  }
}

function combine(hosts: readonly HostReport[]): ReportedBrowser | undefined {
  const known = hosts.flatMap(({ browser }) => browser ?? [])
  if (known.length < hosts.length) return undefined
  return known.find(({ able }) => !able) ?? known.at(-1)
}
