import { readFile } from 'node:fs/promises'
import {
  type Bus,
  type Command,
  ensureStreams,
  mayAnswer,
  openBus,
  readBeat,
  readCredentials,
  readDiagnosticAnswer,
  readKeys,
  type StreamLimits,
  serveAssignments,
  speakerOf,
  streamLimits,
  streamState,
  streamsOf,
  writeBeatAnswer,
  writeCommand,
} from '@wachta/bus'
import { type Database, openDatabase, refuseForeignSchema } from '@wachta/database'
import { guardOf } from '@wachta/egress'
import type { Log, Process } from '@wachta/runtime'
import { createVault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { Beats } from './beats.ts'
import { Board } from './board.ts'
import type { Config } from './config.ts'
import { createDeadman } from './deadman.ts'
import { desiredOf } from './desired.ts'
import { endUnanswered, storeAnswer, takeQuestions } from './diagnostics.ts'
import { createFigures, type Figures } from './figures.ts'
import { takeForced } from './forced.ts'
import { lead } from './leadership.ts'
import { publishDue, readPublished } from './publish.ts'
import { repeat } from './repeat.ts'
import { Endings, readChanges } from './revisions.ts'
import { sealer } from './sealing.ts'
import { markSuspended } from './windows.ts'

/** The planner: from what is configured to what sensors are told. One leads; others wait to take its place. */
export async function planForSensors({
  config,
  log,
  metrics,
  stopping,
  use,
  ready,
  check,
}: Omit<Process<Static<typeof Config>>, 'page'>): Promise<void> {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const database = use(openDatabase(config.DATABASE_URL, { connections: 5, onError }), 'database')
  await refuseForeignSchema(database.pool)
  check('database', () => database.query(sql`select 1`))
  const credentials = config.NATS_CREDENTIALS
    ? await readCredentials(await readFile(config.NATS_CREDENTIALS, 'utf8'))
    : undefined
  const keys = config.INSTALLATION_KEYS ? readKeys(await readFile(config.INSTALLATION_KEYS, 'utf8')) : undefined
  const bus = use(await openBus({ url: config.NATS_URL, cell: config.CELL, name: 'planner', credentials }), 'bus')
  const figures = createFigures(metrics)
  ready()
  const leadership = await lead(database, `wachta planner ${config.CELL}`, stopping)
  if (leadership === undefined) return
  use(leadership, 'leadership')
  log.info('leading')
  const until = AbortSignal.any([stopping, leadership.lost])
  const seal = sealer(createVault(config.SECRET_KEYS), keys?.encryption)
  const ranges = config.EGRESS_ALLOW.split(',').map((range) => range.trim())
  const guard = guardOf({ allow: ranges.filter(Boolean) })
  const deadman = createDeadman({ database, bus, log, figures, guard, url: config.DEADMAN_URL })
  const limits = streamLimits(config.NATS_STORE_BYTES)
  await work({ database, bus, seal, log, figures, deadman, limits, stopping: until })
  if (leadership.lost.aborted && !stopping.aborted) throw new Error('the connection that held the lock broke')
}

interface Work {
  readonly database: Database
  readonly bus: Bus
  readonly seal: ReturnType<typeof sealer>
  readonly log: Log
  readonly figures: Figures
  readonly deadman: () => Promise<void>
  readonly limits: Partial<StreamLimits>
  readonly stopping: AbortSignal
}

async function work({ database, bus, seal, log, figures, deadman, limits, stopping }: Work): Promise<void> {
  const board = new Board()
  const beats = new Beats(board)
  figures.leads(board, beats)
  const now = () => Date.now()
  const often = { log, stopping, every_ms: 500 }
  const tell = (sensor_id: number, command: Command) =>
    bus.connection.publish(bus.subjects.command(sensor_id), writeCommand(command))

  await ensureStreams(bus, limits)
  let stream = await streamState(bus, streamsOf(bus.cell).assignments)
  await readPublished(bus, board, stopping)
  await learnSensors(database, board, beats)
  using _served = serveAssignments(bus, (err) => log.warn({ err }, 'a sensor could not be served its assignments'))
  answerBeats(bus, beats, { log, figures })
  takeAnswers(bus, database, log)
  let seen: string | null = null
  const endings = new Endings()

  const publishing = {
    bus,
    board,
    seal,
    figures,
    onFailure: (err: Error) => log.warn({ err }, 'an assignment was not published'),
  }
  await Promise.all([
    repeat({ ...often, name: 'publishing assignments' }, async () => {
      const changes = await readChanges(database, { seen, also: endings.take(now()), now: new Date(now()) })
      for (const [service_id, revisions] of changes.byService) {
        board.want(service_id, desiredOf(service_id, revisions))
        endings.note(service_id, revisions)
      }
      seen = changes.seen
      while ((await publishDue(publishing)) > 0) if (stopping.aborted) return
    }),
    repeat({ ...often, name: 'analyses out of turn' }, async () => {
      const commands = await takeForced(database, new Date(now()), board.keys, seal)
      for (const { sensor_id, command } of commands) tell(sensor_id, command)
    }),
    repeat({ ...often, name: 'diagnostics' }, async () => {
      for (const { sensor_id, command } of await takeQuestions(database, new Date(now()))) tell(sensor_id, command)
      await endUnanswered(database, new Date(now()))
    }),
    repeat({ ...often, every_ms: 1_000, name: 'beats' }, () => learnSensors(database, board, beats)),
    repeat({ ...often, every_ms: 60_000, name: 'the look at the whole flow' }, deadman),
    repeat({ ...often, every_ms: 5_000, name: 'suspensions' }, () => markSuspended(database, new Date(now()))),
    repeat({ ...often, every_ms: 5_000, name: 'streams' }, async () => {
      // Each may be lost alone: without its stream no result arrives.
      await ensureStreams(bus, limits)
      const present = await streamState(bus, streamsOf(bus.cell).assignments)
      if (present?.created === stream?.created) return
      // The broker has lost its store. What it held is in the database: all of it goes out again.
      stream = present
      board.lost()
    }),
  ])
}

/** Which sensors there are, the keys that they have introduced themselves with, and what they said lately. */
async function learnSensors(database: Database, board: Board, beats: Beats): Promise<void> {
  await beats.store(database)
  const keys = await database.query(sql<{
    sensor_id: number
    encryption_key: string
  }>`select distinct on (sensor_id) sensor_id, encryption_key
from sensor_credential where revoked_at is null order by sensor_id, created_at desc`)
  board.encryptTo(new Map(keys.map(({ sensor_id, encryption_key }) => [sensor_id, encryption_key])))
}

function answerBeats(bus: Bus, beats: Beats, { log, figures }: Pick<Work, 'log' | 'figures'>): void {
  bus.connection.subscribe(bus.subjects.beats(), {
    callback: (error, message) => {
      const sensor_id = error ? undefined : speakerOf(message.subject)
      if (sensor_id === undefined) return
      try {
        const answer = beats.answer(sensor_id, readBeat(message.data), Date.now)
        // Whoever chooses where the answer goes could otherwise have us speak in our own name.
        if (!answer || !mayAnswer(sensor_id, message.reply)) return
        message.respond(writeBeatAnswer(answer))
        figures.beat()
      } catch (err) {
        log.warn({ err, sensor_id }, 'a beat could not be read')
      }
    },
  })
}

function takeAnswers(bus: Bus, database: Database, log: Log): void {
  bus.connection.subscribe(bus.subjects.answers(), {
    callback: (error, message) => {
      const sensor_id = error ? undefined : speakerOf(message.subject)
      if (sensor_id === undefined) return
      const failed = (err: unknown) => log.warn({ err, sensor_id }, 'an answer could not be taken')
      try {
        storeAnswer(database, sensor_id, readDiagnosticAnswer(message.data)).catch(failed)
      } catch (err) {
        failed(err)
      }
    },
  })
}
