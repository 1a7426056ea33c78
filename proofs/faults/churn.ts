import { setTimeout as wait } from 'node:timers/promises'
import type { Revision } from './configuration.ts'
import type { Random } from './random.ts'

/** The change that a request demands. */
interface WantedChange {
  readonly interval_ms?: number
  readonly sensor_ids?: readonly number[]
  readonly is_active?: boolean
}

/** A requested change. */
export interface Change {
  readonly service_id: number
  readonly wanted: WantedChange
  readonly sent: number
  readonly answered: number
  /** False if no response came: the change may or may not have been made. */
  readonly isCertain: boolean
}

/** Changes services through the API, one request after another, until it is stopped. */
export interface Churn extends AsyncDisposable {
  readonly changes: readonly Change[]
  readonly requests: number
  /** Stops the requests for a time, or permanently. */
  pause(): Promise<void>
  resume(): void
  /** Stops the requests permanently. */
  stop(): void
}

interface ChurnOptions {
  readonly address: string
  readonly authorization: string
  /** The address of new services. */
  readonly target: number
  readonly services: readonly number[]
  readonly random: Random
}

/** Disables failover sensors, so that every revision comes from a request. */
const extended_settings = { timeout: 1000, sensors_failover: false }

const sensorChoices: readonly [readonly number[], ...(readonly number[])[]] = [
  [1, 2, 3],
  [1, 2],
  [2, 3],
  [1, 3],
]
const maxAdded = 4

export function startChurn({ address, authorization, target, services, random }: ChurnOptions): Churn {
  const changes: Change[] = []
  const added: number[] = []
  const paused = new Set<number>()
  const archived = new Set<number>()
  let [requests, isStopped, isHeld, serial] = [0, false, false, 0]

  /** Returns the response of the API; undefined if there was none. */
  const sendRequest = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: string } | undefined> => {
    requests += 1
    try {
      const answer = await fetch(`${address}/v3${path}`, {
        method,
        headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      })
      return { status: answer.status, body: await answer.text() }
    } catch {
      return undefined
    }
  }

  const requestChange = async (
    service_id: number,
    wanted: WantedChange,
    request: () => ReturnType<typeof sendRequest>,
  ): Promise<boolean> => {
    const sent = Date.now()
    const answer = await request()
    // A rejected request was rolled back; one without a response may have been executed.
    const isMade = answer !== undefined && answer.status < 300
    if (answer !== undefined && answer.status >= 400 && answer.status < 500)
      throw new Error(`the API rejected a change of ${service_id}: ${answer.status} ${answer.body}`)
    changes.push({ service_id, wanted, sent, answered: Date.now(), isCertain: isMade })
    if (!isMade) await reloadState(service_id)
    return isMade
  }

  /**
   * Waits until the API works again and no request is in progress, then reads the outcome of requests without a
   * response.
   */
  const reloadState = async (id: number): Promise<void> => {
    while (!isStopped) {
      await wait(1_000)
      const answer = await sendRequest('GET', `/services/${id}`)
      if (answer?.status !== 200) continue
      const { is_active, is_archived } = JSON.parse(answer.body) as { is_active: boolean; is_archived: boolean }
      for (const [set, isIn] of [
        [paused, !is_active],
        [archived, is_archived],
      ] as const)
        if (isIn) set.add(id)
        else set.delete(id)
      return
    }
  }

  const updateService = (id: number, wanted: WantedChange, body: object) =>
    requestChange(id, wanted, () => sendRequest('PUT', `/services/${id}`, body))

  const pickService = (): number => random.pick(services as readonly [number, ...number[]])
  const steps: readonly [() => Promise<unknown>, ...(() => Promise<unknown>)[]] = [
    async () => {
      const [id, interval] = [pickService(), random.pick([2, 3, 4, 5])]
      if (!archived.has(id)) await updateService(id, { interval_ms: interval * 1000 }, { interval })
    },
    async () => {
      const [id, sensor_ids] = [pickService(), random.pick(sensorChoices)]
      if (!archived.has(id)) await updateService(id, { sensor_ids }, { sensor_ids })
    },
    async () => {
      const id = pickService()
      if (archived.has(id)) return
      const is_active = paused.has(id)
      if (!(await updateService(id, { is_active }, { is_active }))) return
      if (is_active) paused.delete(id)
      else paused.add(id)
    },
    async () => {
      const id = pickService()
      const action = archived.has(id) ? 'restore' : 'archive'
      const wanted = { is_active: false }
      if (!(await requestChange(id, wanted, () => sendRequest('POST', `/services/${id}/${action}`)))) return
      // A restored service stays paused.
      paused.add(id)
      if (action === 'archive') archived.add(id)
      else archived.delete(id)
    },
    async () => {
      if (added.length >= maxAdded) {
        const [id] = added
        const answer = await sendRequest('DELETE', `/services/${id}`)
        if (answer !== undefined && (answer.status < 300 || answer.status === 404)) added.shift()
        return
      }
      serial += 1
      const answer = await sendRequest('POST', '/services', {
        ...{
          type_id: 'http',
          name: `svc-x${serial}`,
          address: `http://127.0.0.1:${target}/x${serial}`,
          group_id: 1000,
        },
        ...{ interval: random.pick([2, 3, 4, 5]), sensor_ids: [1, 2, 3], extended_settings },
      })
      if (answer?.status === 201) added.push(Number(JSON.parse(answer.body).id))
      else if (answer !== undefined && answer.status < 500)
        throw new Error(`the API rejected a service: ${answer.body}`)
    },
  ]
  let lastStep = Promise.resolve()
  const loop = (async () => {
    while (!isStopped) {
      await wait(random.between(500, 2_500))
      if (isHeld || isStopped) continue
      const step = random.pick(steps)()
      lastStep = step.then(
        () => undefined,
        () => undefined,
      )
      await step
    }
  })()
  // A rejected request is a fault of the proof itself; the error is thrown when the churn is stopped.
  loop.catch(() => undefined)
  return {
    changes,
    get requests() {
      return requests
    },
    async pause() {
      isHeld = true
      await lastStep
    },
    resume: () => {
      isHeld = false
    },
    stop: () => {
      isStopped = true
    },
    async [Symbol.asyncDispose]() {
      isStopped = true
      await loop
    },
  }
}

/** The delay after which a change takes effect; pauses are immediate. */
const fenceMs = 30_000
/** Requests without a response may have waited for a lock this long. */
const maxLockWaitMs = 60_000

/** Returns revisions without a request, and confirmed requests without a revision. */
export function compareChanges(changes: readonly Change[], revisions: readonly Revision[]): string[] {
  const wrong: string[] = []
  const requestedChanges = Map.groupBy(changes, ({ service_id }) => service_id)
  for (const [service_id, all] of Map.groupBy(revisions, (revision) => revision.service_id)) {
    // The last revision is the pause at the end of the proof.
    const [first, ...later] = all[0]?.isGone ? all : all.slice(0, -1)
    let before = first
    for (const { wanted, sent, answered, isCertain } of requestedChanges.get(service_id) ?? []) {
      const [next] = later
      if (before === undefined || isNoChange(wanted, before)) continue
      const isPause = before.is_active && wanted.is_active === false
      const fence = isPause ? 0 : fenceMs
      const until = isCertain ? answered : answered + maxLockWaitMs
      if (next && matchesRevision(wanted, next) && next.from >= sent + fence && next.from <= until + fence)
        before = later.shift()
      else if (isCertain)
        wrong.push(
          `${service_id} was changed to ${JSON.stringify(wanted)} at ${sent}, was ${JSON.stringify(before)}, and its next revisions are ${JSON.stringify(later.slice(0, 2))}`,
        )
    }
    for (const { revision } of later) wrong.push(`${service_id} has revision ${revision}, without a request for it`)
  }
  return wrong
}

const matchesRevision = (wanted: WantedChange, { interval_ms, sensor_ids, is_active }: Revision): boolean =>
  (wanted.interval_ms ?? interval_ms) === interval_ms &&
  (wanted.sensor_ids ?? sensor_ids).join() === sensor_ids.join() &&
  (wanted.is_active ?? is_active) === is_active

const isNoChange = matchesRevision
