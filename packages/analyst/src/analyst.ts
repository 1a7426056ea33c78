import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, ensureStreams, openBus, readCredentials, streamLimits } from '@wachta/bus'
import { type Database, openDatabase, refuseForeignSchema } from '@wachta/database'
import { type ObjectStore, openObjectStore } from '@wachta/objects'
import type { Log, Metrics, Process, SlotTrace } from '@wachta/runtime'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { createMarks, type Marks } from './committed.ts'
import type { Config } from './config.ts'
import { keepEvidence } from './evidence.ts'
import { createFigures, type Figures } from './figures.ts'
import { serveGroup } from './group.ts'
import { createLeases } from './lease.ts'
import { PeerComparison } from './quarantine.ts'
import { Fenced, type Tenure } from './store/fenced.ts'
import { peersReason, quarantinedSensors, writeQuarantine } from './store/quarantined.ts'

export interface AnalystOptions {
  readonly database: Database
  readonly bus: Bus
  readonly metrics: Metrics
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly signal: AbortSignal
  readonly mostPending?: number
  /** Where the evidence of checks is kept; without it, none is. */
  readonly objects?: ObjectStore
  /** Writes down which slots were closed. */
  readonly trace?: SlotTrace | undefined
  readonly now?: () => number
  readonly lease_ms?: number
  readonly renew_ms?: number
  readonly onReady?: () => void
}

const tellDelay = 1_000
const tellAllEvery = 60
const judgeEvery = 10

/** The analyst process: makes analyses and statuses of the results of the groups that are its share. */
export async function runAnalyst({
  config,
  log,
  metrics,
  trace,
  stopping,
  use,
  ready,
  check,
}: Process<Static<typeof Config>>): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const database = use(
    openDatabase(config.DATABASE_URL, { connections: config.DATABASE_CONNECTIONS, onError }),
    'database',
  )
  await refuseForeignSchema(database.pool)
  const credentials = config.NATS_CREDENTIALS
    ? await readCredentials(await readFile(config.NATS_CREDENTIALS, 'utf8'))
    : undefined
  const bus = use(await openBus({ url: config.NATS_URL, cell: config.CELL, name: 'analyst', credentials }), 'bus')
  await ensureStreams(bus, streamLimits(config.NATS_STORE_BYTES))
  const objects = use(await openObjectStore(config.OBJECTS_URL), 'object store')
  check('database', async () => void (await database.query(sql`select 1`)))
  check('bus', async () => void (await bus.connection.flush()))
  await serveAnalyst({
    database,
    bus,
    metrics,
    log,
    signal: stopping,
    mostPending: config.MOST_PENDING,
    objects,
    trace,
    onReady: ready,
  })
}

/** Serves its share of the groups until the signal. Throws `Fenced` where it wakes up after others took over. */
export async function serveAnalyst(options: AnalystOptions): Promise<void> {
  const { database, bus, log, now = Date.now, mostPending = 200_000, lease_ms = 10_000, renew_ms = 3_000 } = options
  const stop = new AbortController()
  const signal = AbortSignal.any([options.signal, stop.signal])
  const name = `${hostname()}-${randomUUID()}`
  const leases = createLeases({ database, name, length_ms: lease_ms })
  const marks = createMarks(bus)
  const beliefs = { quarantined: new Set<number>(), peers: new PeerComparison() }
  const figures = createFigures(options.metrics)
  const onClosed = beliefs.peers.observe.bind(beliefs.peers)
  const running = new Map<number, { stop: AbortController; done: Promise<void> }>()
  const failed = Promise.withResolvers<never>()
  const start = (tenure: Tenure) => {
    const own = new AbortController()
    const until = AbortSignal.any([signal, own.signal])
    const done = serveGroup({
      ...tenure,
      ...{ database, bus, now, marks, figures, log, mostPending, onClosed },
      quarantined: beliefs.quarantined,
      trace: options.trace,
      signal: until,
    })
    // Pieces of one artifact must come to one place: to whoever decides for the first group.
    if (tenure.group === 0 && options.objects)
      void keepEvidence({ bus, database, log, objects: options.objects, signal: until, onDropped: figures.dropped })
    done.catch(failed.reject)
    running.set(tenure.group, { stop: own, done })
    log.info(tenure, 'took over a group')
  }
  const halt = async (tenure: Tenure) => {
    running.get(tenure.group)?.stop.abort()
    await running.get(tenure.group)?.done
    running.delete(tenure.group)
    await leases.release(tenure)
    log.info(tenure, 'gave a group back')
  }
  const keepLeases = async () => {
    while (!signal.aborted) {
      try {
        const { gained, surplus } = await leases.renew()
        for (const tenure of gained) start(tenure)
        for (const tenure of surplus) await halt(tenure)
        options.onReady?.()
      } catch (err) {
        if (err instanceof Fenced) throw err
        // Nothing is stored without the lease, so there is no need to go: it is held still, or another has it by then.
        log.warn({ err }, 'the groups could not be kept, it is tried again')
      }
      await wait(renew_ms, undefined, { signal }).catch(() => undefined)
    }
  }
  await refreshBeliefs(database, beliefs)
  try {
    await Promise.race([
      keepLeases(),
      keepTelling(marks, beliefs, { database, now, signal, log, figures }),
      failed.promise,
    ])
  } finally {
    stop.abort()
    await Promise.allSettled([...running.values()].map(({ done }) => done))
    await leases.leave().catch((err: unknown) => log.warn({ err }, 'the groups were not given back'))
  }
}

interface Beliefs {
  readonly quarantined: Set<number>
  readonly peers: PeerComparison
}

/** Once a second: tells sensors what is stored, and looks who is to be believed. */
async function keepTelling(
  marks: Marks,
  beliefs: Beliefs,
  {
    database,
    now,
    signal,
    log,
    figures,
  }: Pick<AnalystOptions, 'database' | 'signal' | 'log'> & { now: () => number; figures: Figures },
): Promise<void> {
  for (let round = 1; !signal.aborted; round += 1) {
    marks.tell({ all: round % tellAllEvery === 0 })
    try {
      await refreshBeliefs(database, beliefs)
      figures.quarantined(beliefs.quarantined.size)
      if (round % judgeEvery === 0) await judge(database, beliefs, { now: now(), log })
    } catch (err) {
      log.warn({ err }, 'who is to be believed could not be read')
    }
    await wait(tellDelay, undefined, { signal }).catch(() => undefined)
  }
}

async function refreshBeliefs(database: Database, { quarantined }: Beliefs): Promise<void> {
  replace(
    quarantined,
    (await quarantinedSensors(database)).map(({ sensor_id }) => sensor_id),
  )
}

async function judge(
  database: Database,
  { peers, quarantined }: Beliefs,
  { now, log }: { now: number } & Pick<AnalystOptions, 'log'>,
): Promise<void> {
  const { sick, well } = peers.judge(now, quarantined)
  if (sick.length + well.length === 0) return
  log.warn({ sick, well, reason: peersReason }, 'sensors were put into quarantine or let out of it')
  await writeQuarantine(database, { sick, well })
}

/** In place: others hold the set. */
function replace(set: Set<number>, members: Iterable<number>): void {
  const next = new Set(members)
  for (const member of set) if (!next.has(member)) set.delete(member)
  for (const member of next) set.add(member)
}
