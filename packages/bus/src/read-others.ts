import type { Bus } from './bus.ts'
import { countMessages } from './count-messages.ts'
import type { StreamMessage } from './stream-message.ts'
import { parseLastId } from './subjects.ts'

export interface ReadOthersOptions {
  readonly stream: string
  /** The subjects to read: those of one shard. */
  readonly filter: string
  /** The position after which to begin. */
  readonly after: number
  /** Sensors whose messages are skipped. The set is read again for each portion, so it may grow meanwhile. */
  readonly skippedSensors: ReadonlySet<number>
}

export interface ReadOthersPortion {
  /** In the order of the stream. */
  readonly messages: readonly StreamMessage[]
  /** The position up to which all messages are read or skipped. */
  readonly until: number
  /** How many messages of skipped sensors there are at least, by sensor: a portion counts those of some sensors. */
  readonly skippedCounts: ReadonlyMap<number, number>
}

const concurrentRequests = 32
const maxBytesAhead = 8 * 1024 ** 2
/**
 * The number of skipped sensors whose messages are counted for one portion. The others are counted for later portions.
 */
const maxCountedSensors = 16

/** The stream, and the position up to which it is read. */
interface ReadTarget {
  readonly stream: string
  readonly end: number
}

/** The reading state of one subject. */
interface Source {
  readonly subject: string
  readonly sensor_id: number
  /** The position up to which its messages are in `buffered` or were already returned. */
  knownUntil: number
  readonly buffered: StreamMessage[]
}

/**
 * Reads the messages of all sensors except the given ones, up to the current end of the stream. It asks the broker for
 * the next message of each subject, so that the index of the broker skips a flood of any size. Each portion is read
 * when the caller asks for it.
 */
export async function* readOthers(bus: Bus, options: ReadOthersOptions): AsyncGenerator<ReadOthersPortion> {
  const { stream, filter, after, skippedSensors } = options
  const { state } = await bus.manager.streams.info(stream, { subjects_filter: filter })
  const end = Math.max(state.last_seq, after)
  const sources = Object.keys(state.subjects ?? {}).map(
    (subject): Source => ({ subject, sensor_id: parseLastId(subject) ?? 0, knownUntil: after, buffered: [] }),
  )
  const counted = new Set<number>()
  for (let position = after; ; ) {
    const uncounted = sources.filter(({ sensor_id }) => skippedSensors.has(sensor_id) && !counted.has(sensor_id))
    const skippedCounts = await countSkipped(bus, {
      stream,
      sources: uncounted.slice(0, maxCountedSensors),
      after: position,
      until: end,
    })
    for (const sensor_id of skippedCounts.keys()) counted.add(sensor_id)
    const others = sources.filter(({ sensor_id }) => !skippedSensors.has(sensor_id))
    position = await readAhead(bus, others, { stream, end })
    yield { messages: takeUntil(others, position), until: position, skippedCounts }
    if (position >= end) return
  }
}

/** Reads until there are messages to return, or the end. Returns the position up to which all subjects are read. */
async function readAhead(bus: Bus, sources: readonly Source[], target: ReadTarget): Promise<number> {
  const { end } = target
  for (;;) {
    const behind = sources
      .filter(({ knownUntil }) => knownUntil < end)
      .sort((one, other) => one.knownUntil - other.knownUntil)
    const position = behind[0]?.knownUntil ?? end
    if (
      position >= end ||
      sources.some(({ buffered }) => (buffered[0]?.sequence ?? Number.POSITIVE_INFINITY) <= position)
    )
      return position
    await Promise.all(behind.slice(0, concurrentRequests).map((source) => readNext(bus, source, target)))
    dropFarthest(sources)
  }
}

async function readNext(bus: Bus, source: Source, { stream, end }: ReadTarget): Promise<void> {
  const { subject } = source
  // The published types lack `next_by_subj`, but the broker supports it.
  const query = { seq: source.knownUntil + 1, next_by_subj: subject }
  const message = await bus.manager.streams.getMessage(stream, query)
  if (message === null || message.seq > end) {
    source.knownUntil = end
    return
  }
  source.knownUntil = message.seq
  source.buffered.push({
    ...{ subject, sequence: message.seq, bytes: message.data, headers: message.header },
    ...{ stored: message.time.getTime(), pending: 0 },
  })
}

/**
 * Drops the messages that are farthest ahead while too many bytes are held. They are read again later, so that there is
 * always space for the next ones.
 */
function dropFarthest(sources: readonly Source[]): void {
  let bytes = sources.reduce(
    (sum, { buffered }) => sum + buffered.reduce((subtotal, each) => subtotal + each.bytes.length, 0),
    0,
  )
  while (bytes > maxBytesAhead) {
    const [farthest, ...rest] = sources
      .filter(({ buffered }) => buffered.length > 0)
      .sort((one, other) => (other.buffered.at(-1)?.sequence ?? 0) - (one.buffered.at(-1)?.sequence ?? 0))
    const dropped = rest.length > 0 || (farthest?.buffered.length ?? 0) > 1 ? farthest?.buffered.pop() : undefined
    if (farthest === undefined || dropped === undefined) return
    farthest.knownUntil = dropped.sequence - 1
    bytes -= dropped.bytes.length
  }
}

function takeUntil(sources: readonly Source[], position: number): StreamMessage[] {
  const taken = sources.flatMap(({ buffered }) => {
    const readyCount = buffered.findLastIndex(({ sequence }) => sequence <= position) + 1
    return buffered.splice(0, readyCount)
  })
  return taken.sort((one, other) => one.sequence - other.sequence)
}

async function countSkipped(
  bus: Bus,
  target: {
    readonly stream: string
    readonly sources: readonly Source[]
    readonly after: number
    readonly until: number
  },
): Promise<Map<number, number>> {
  const counts = target.sources.map(async ({ subject, sensor_id }) => {
    const messages = await countMessages(bus, { ...target, subject })
    return [sensor_id, messages] as const
  })
  return new Map(await Promise.all(counts))
}
