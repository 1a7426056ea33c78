import { type Condition, type HostOptions, type Process, startProcess } from './process.ts'
import { createSpool } from './spool.ts'
import type { Trouble } from './troubles.ts'

/**
 * A sensor in its environment: the real sensor code, with a simulated clock, network, disk and connection that can
 * fail.
 */
export interface Host {
  readonly sensor_id: number
  /** Delivers an assignment; an unreachable host gets it later. */
  assign(service_id: number, message: Uint8Array): void
  confirmCommitted(marks: Iterable<readonly [shard: number, sequence: number]>): void
  begin(trouble: Trouble): void
  end(trouble: Trouble): void
}

const tickMs = 200
const heartbeatIntervalMs = 5_000
const selfCheckIntervalMs = 30_000
const day = 86_400_000

export function createHost(options: HostOptions): Host {
  const { agenda, random, sensor_id } = options
  const spool = createSpool(`host-${sensor_id}`)
  const waiting = new Map<number, Uint8Array>()
  const condition: Condition = {
    ...{ skew: 0, isFlaky: false, hasUplink: true, isLinked: true, isDead: false, stalledUntil: 0 },
  }
  let process = startProcess({ ...options, condition, spool })

  const setLinked = (isLinked: boolean): void => {
    condition.isLinked = isLinked
    process.outbox.setConnected(isLinked)
    if (!isLinked) return
    agenda.schedule(agenda.now + random.between(100, 2_000), () => {
      if (!condition.isLinked) return
      for (const [service_id, message] of waiting) process.assign(service_id, message)
      waiting.clear()
    })
  }
  agenda.scheduleEvery(agenda.now + random.between(0, tickMs), tickMs, () => {
    if (condition.isDead) return
    process.outbox.tick()
    agenda.awaitMicrotasks(12)
  })
  agenda.scheduleEvery(agenda.now, heartbeatIntervalMs, () => {
    if (condition.isLinked) scheduleHeartbeat({ agenda, random, condition, process })
  })
  agenda.scheduleEvery(agenda.now + random.between(0, selfCheckIntervalMs), selfCheckIntervalMs, () => {
    if (condition.isDead) return
    void process.selfCheck.check()
    agenda.awaitMicrotasks(24)
  })
  setLinked(true)
  return {
    sensor_id,
    assign(service_id, message) {
      // A newer assignment replaces a waiting one.
      waiting.delete(service_id)
      if (condition.isLinked) process.assign(service_id, message)
      else waiting.set(service_id, message)
    },
    confirmCommitted(marks) {
      if (!condition.isLinked) return
      spool.committed(marks)
    },
    begin(trouble) {
      const { kind, isLinked, end } = trouble
      if (kind === 'flaky') condition.isFlaky = true
      if (kind === 'uplink') condition.hasUplink = false
      if (kind === 'skew') setClock(condition, trouble.skew, process)
      if (kind === 'overloaded') process.stall(end)
      if (kind === 'dead') {
        condition.isDead = true
        process.kill()
      }
      if (kind === 'dead' || kind === 'cut' || !isLinked) setLinked(false)
    },
    end({ kind }) {
      condition.isFlaky = false
      condition.hasUplink = true
      if (kind === 'skew') setClock(condition, 0, process)
      if (kind === 'dead') {
        condition.isDead = false
        process = startProcess({ ...options, condition, spool }, process.sensor)
      }
      if (!condition.isLinked) setLinked(true)
    },
  }
}

function setClock(condition: Condition, skew: number, { advance }: Process): void {
  condition.skew = skew
  advance()
}

interface SensorHeartbeat extends Pick<HostOptions, 'agenda' | 'random'> {
  readonly condition: Condition
  readonly process: Process
}

/** Schedules the answer to a heartbeat: the centre's time, and how much the sensor may send. */
function scheduleHeartbeat({ agenda, random, condition, process }: SensorHeartbeat): void {
  const [requestDelay, responseDelay] = [random.between(5, 60), random.between(5, 60)]
  const sent = agenda.now + condition.skew
  const received = agenda.now + requestDelay
  agenda.schedule(received + responseDelay, () => {
    if (!condition.isLinked) return
    const arrived = agenda.now + condition.skew
    process.sensor.clock.addExchange({ sent, received, answered: received, arrived })
    process.sensor.renew(received + day)
    process.outbox.credit(5_000)
  })
}
