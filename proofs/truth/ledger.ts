import type { CheckReport } from '@wachta/bus'
import type { CheckResult } from '@wachta/domain'

/** A check that a sensor executed. */
export interface Execution {
  readonly sensor_id: number
  readonly service_id: number
  readonly slot: number
  readonly revision: number
  readonly result: CheckResult
}

export interface Ledger {
  readonly count: number
  recordExecution(
    sensor_id: number,
    shard: number,
    spooled: { readonly sequence: number; readonly report: CheckReport },
  ): void
  /** Returns the executions with these sequence numbers in a spool. */
  read(sensor_id: number, shard: number, range: { readonly first: number; readonly count: number }): Execution[]
  /** Deletes older entries, which are not needed any more. */
  forget(before: number): void
}

interface Page {
  first: number
  executions: Execution[]
}

/** Records every execution of every sensor, by its sequence number in the sensor's spool. */
export function createLedger(): Ledger {
  const pages = new Map<string, Page>()
  let count = 0
  const getPage = (sensor_id: number, shard: number): Page => {
    const key = `${sensor_id} ${shard}`
    const known = pages.get(key) ?? { first: 1, executions: [] }
    pages.set(key, known)
    return known
  }
  return {
    get count() {
      return count
    },
    recordExecution(sensor_id, shard, { sequence, report }) {
      const { first, executions } = getPage(sensor_id, shard)
      if (sequence !== first + executions.length) throw new Error('a sequence number was duplicated or skipped')
      const { service_id, slot, revision, result } = report
      executions.push({ sensor_id, service_id, slot, revision, result })
      count += 1
    },
    read(sensor_id, shard, { first, count: wanted }) {
      const { first: base, executions } = getPage(sensor_id, shard)
      if (first < base) throw new Error('a result arrived that the ledger has already deleted')
      return executions.slice(first - base, first - base + wanted)
    },
    forget(before) {
      for (const known of pages.values()) {
        let forgottenCount = known.executions.findIndex(({ slot }) => slot >= before)
        if (forgottenCount === -1) forgottenCount = known.executions.length
        known.executions = known.executions.slice(forgottenCount)
        known.first += forgottenCount
      }
    },
  }
}
