import type { SensorHeartbeat } from '@wachta/bus'
import { bucketCount } from '@wachta/domain'

/** The state of a sensor: the combined reports of its hosts. */
export interface SensorReport extends Omit<SensorHeartbeat, 'share'> {
  /** The number of hosts of the sensor. */
  readonly hosts: number
}

/** The largest value of an `integer` in the database. */
const maxCount = 0x7fff_ffff

interface HostReport {
  readonly heartbeat: SensorHeartbeat
  readonly at: number
}

/** The last heartbeats of the hosts of all sensors. */
export class HostReports {
  readonly #heardWithinMs: number
  /** By sensor, its hosts in the order of their last heartbeats. */
  readonly #sensors = new Map<number, Map<string, HostReport>>()
  readonly #changed = new Set<number>()

  constructor(heardWithinMs: number) {
    this.#heardWithinMs = heardWithinMs
  }

  add(sensor_id: number, heartbeat: SensorHeartbeat, at: number): void {
    const hosts = this.#sensors.get(sensor_id) ?? new Map<string, HostReport>()
    this.#sensors.set(sensor_id, hosts)
    this.#changed.add(sensor_id)
    hosts.delete(heartbeat.host)
    // The report of a leaving host is kept only if no other host is online.
    if (heartbeat.share?.isLeaving && this.#listHeard(sensor_id, at).length > 0) return
    hosts.set(heartbeat.host, { heartbeat, at })
    for (const [host, report] of hosts)
      if (hosts.size > bucketCount || report.at < at - this.#heardWithinMs) hosts.delete(host)
  }

  /** Returns the number of hosts with a recent heartbeat. */
  count(sensor_id: number, now: number): number {
    return this.#listHeard(sensor_id, now).length
  }

  /** Returns the combined report of all hosts with a recent heartbeat; undefined if there is none. */
  read(sensor_id: number, now: number): SensorReport | undefined {
    return mergeHeartbeats(this.#listHeard(sensor_id, now).map(({ heartbeat }) => heartbeat))
  }

  /** Returns the reports of all sensors with a heartbeat since the last call. */
  take(now: number): { readonly sensor_id: number; readonly at: number; readonly report: SensorReport }[] {
    const taken = [...this.#changed].flatMap((sensor_id) => {
      const at = Math.max(...[...(this.#sensors.get(sensor_id)?.values() ?? [])].map((report) => report.at))
      const report = this.read(sensor_id, Math.min(now, at))
      return report ? [{ sensor_id, at, report }] : []
    })
    this.#changed.clear()
    return taken
  }

  #listHeard(sensor_id: number, now: number): HostReport[] {
    const since = now - this.#heardWithinMs
    return [...(this.#sensors.get(sensor_id)?.values() ?? [])].filter(({ at }) => at >= since)
  }
}

/**
 * Combines the heartbeats of a sensor's hosts, given in their order of arrival: values are the worst or the sum of all
 * hosts, or those of the last heartbeat.
 */
function mergeHeartbeats(heartbeats: readonly SensorHeartbeat[]): SensorReport | undefined {
  const last = heartbeats.at(-1)
  if (last === undefined) return undefined
  const { share: _, ...report } = last
  const sum = (read: (heartbeat: SensorHeartbeat) => number) =>
    heartbeats.reduce((total, heartbeat) => total + read(heartbeat), 0)
  const count = (read: (heartbeat: SensorHeartbeat) => number) => Math.min(maxCount, sum(read))
  const listKnown = <T>(read: (heartbeat: SensorHeartbeat) => T | null) =>
    heartbeats.map(read).filter((value): value is T & {} => value !== null)
  const findLeast = (values: readonly number[]) => (values.length === 0 ? null : Math.min(...values))
  const checks = listKnown(({ self_check }) => self_check)
  return {
    ...report,
    clock_offset_ms: listKnown(({ clock_offset_ms }) => clock_offset_ms).reduce<number | null>(
      (worst, offset) => (worst === null || Math.abs(offset) > Math.abs(worst) ? offset : worst),
      null,
    ),
    lag_ms: Math.max(...heartbeats.map(({ lag_ms }) => lag_ms)),
    self_check: checks.length === 0 ? null : checks.every(Boolean),
    reference_networks: findLeast(listKnown(({ reference_networks }) => reference_networks)),
    running: count(({ running }) => running),
    spooled: count(({ spooled }) => spooled),
    spooled_bytes: sum(({ spooled_bytes }) => spooled_bytes),
    complete_until: findLeast(listKnown(({ complete_until }) => complete_until)),
    dropped_artifacts: sum(({ dropped_artifacts }) => dropped_artifacts),
    disk_fault: heartbeats.some(({ disk_fault }) => disk_fault),
    hosts: heartbeats.length,
  }
}
