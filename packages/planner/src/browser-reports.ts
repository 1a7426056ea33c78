import type { ReportedBrowser, SensorHeartbeat } from '@wachta/bus'

/**
 * How long the ability must stay the same before it counts: three heartbeats, so that all hosts of the sensor have
 * reported.
 */
const minStableMs = 15_000
/** A host that has been silent for this long does not count. */
const maxSilenceMs = 60_000
const maxHosts = 8

const unableBrowser: ReportedBrowser = { able: false, reason: null }

interface HostReport {
  readonly browser: ReportedBrowser | null
  readonly at: number
}

interface SensorReport {
  readonly hosts: Map<string, HostReport>
  /** The combined ability of all hosts; undefined while one of them is still testing. */
  ability: ReportedBrowser | undefined
  /** When the ability last changed. */
  since: number
}

/**
 * The browser reports of sensors. Each check of a sensor can come to any of its hosts, so a sensor is able only if all
 * of its hosts are.
 */
export class BrowserReports {
  readonly #sensors = new Map<number, SensorReport>()

  addReport(
    sensor_id: number,
    { host, browser = unableBrowser }: Pick<SensorHeartbeat, 'host' | 'browser'>,
    at: number,
  ): void {
    const sensor = this.#sensors.get(sensor_id) ?? { hosts: new Map(), ability: undefined, since: at }
    this.#sensors.set(sensor_id, sensor)
    sensor.hosts.delete(host)
    sensor.hosts.set(host, { browser, at })
    for (const [name, report] of sensor.hosts)
      if (sensor.hosts.size > maxHosts || report.at < at - maxSilenceMs) sensor.hosts.delete(name)
    const ability = combineReports([...sensor.hosts.values()])
    if (ability?.able !== sensor.ability?.able) sensor.since = at
    sensor.ability = ability
  }

  /** Returns the browser report of a sensor; undefined if it has not been stable for long enough. */
  getSettled(sensor_id: number, now: number): ReportedBrowser | undefined {
    const sensor = this.#sensors.get(sensor_id)
    return sensor !== undefined && now - sensor.since >= minStableMs ? sensor.ability : undefined
  }
}

function combineReports(hosts: readonly HostReport[]): ReportedBrowser | undefined {
  const known = hosts.flatMap(({ browser }) => browser ?? [])
  if (known.length < hosts.length) return undefined
  return known.find(({ able }) => !able) ?? known.at(-1)
}
