import type { Bus } from './bus.ts'
import { countMessages } from './count-messages.ts'
import type { StreamMessage } from './stream-message.ts'
import { parseSpeaker } from './subjects.ts'

export interface AroundOptions {
  readonly stream: string
  /** The subjects to read: those of one group. */
  readonly filter: string
  /** The place after which to begin. */
  readonly after: number
  /** Sensors whose messages are left out. It is looked at again for each portion, so it may grow meanwhile. */
  readonly except: ReadonlySet<number>
}

export interface AroundPortion {
  /** In the order of the stream. */
  readonly messages: readonly StreamMessage[]
  /** Everything up to this place is read or left out. */
  readonly until: number
  /** How many messages of each sensor that is left out were passed over, at least. */
  readonly passed: ReadonlyMap<number, number>
}

/** So many subjects are asked at once, and so many bytes are read ahead at most. */
const atOnce = 32
const maxBytesAhead = 8 * 1024 ** 2
/** The messages of so many flooding sensors are counted: the others' turn comes when those are cut off. */
const maxCounted = 16

/** The stream, and the place up to which it is read. */
interface Reach {
  readonly stream: string
  readonly end: number
}

/** What is known of one subject. */
interface Source {
  readonly subject: string
  readonly sensor_id: number
  /** Up to this place its messages are in `ahead`, or were handed out. */
  known: number
  readonly ahead: StreamMessage[]
}

/**
 * What the other sensors have sent up to the present end of the stream, found by their subjects: however many messages of
 * a flood lie between, the broker's index passes over them. It comes in portions, each read when it is asked for.
 */
export async function* readAround(bus: Bus, options: AroundOptions): AsyncGenerator<AroundPortion> {
  const { stream, filter, after, except } = options
  const { state } = await bus.manager.streams.info(stream, { subjects_filter: filter })
  const end = Math.max(state.last_seq, after)
  const sources = Object.keys(state.subjects ?? {}).map(
    (subject): Source => ({ subject, sensor_id: parseSpeaker(subject) ?? 0, known: after, ahead: [] }),
  )
  const counted = new Set<number>()
  for (let place = after; ; ) {
    const left = sources.filter(({ sensor_id }) => except.has(sensor_id) && !counted.has(sensor_id))
    const passed = await countPassed(bus, { stream, sources: left.slice(0, maxCounted), after: place, until: end })
    for (const sensor_id of passed.keys()) counted.add(sensor_id)
    const others = sources.filter(({ sensor_id }) => !except.has(sensor_id))
    place = await readAhead(bus, others, { stream, end })
    yield { messages: takeUntil(others, place), until: place, passed }
    if (place >= end) return
  }
}

/** Reads on until something can be handed out, and returns the place up to which everything is known. */
async function readAhead(bus: Bus, sources: readonly Source[], reach: Reach): Promise<number> {
  const { end } = reach
  for (;;) {
    const behind = sources.filter(({ known }) => known < end).sort((one, other) => one.known - other.known)
    const place = behind[0]?.known ?? end
    if (place >= end || sources.some(({ ahead }) => (ahead[0]?.sequence ?? Number.POSITIVE_INFINITY) <= place))
      return place
    await Promise.all(behind.slice(0, atOnce).map((source) => readNext(bus, source, reach)))
    dropFarthest(sources)
  }
}

async function readNext(bus: Bus, source: Source, { stream, end }: Reach): Promise<void> {
  const { subject } = source
  // The broker knows `next_by_subj`, the published types do not.
  const query = { seq: source.known + 1, next_by_subj: subject }
  const found = await bus.manager.streams.getMessage(stream, query)
  if (found === null || found.seq > end) {
    source.known = end
    return
  }
  source.known = found.seq
  source.ahead.push({
    ...{ subject, sequence: found.seq, bytes: found.data, headers: found.header },
    ...{ stored: found.time.getTime(), pending: 0 },
  })
}

/** What lies farthest ahead is read again when its turn comes: so there is always room for what comes first. */
function dropFarthest(sources: readonly Source[]): void {
  let bytes = sources.reduce((sum, { ahead }) => sum + ahead.reduce((own, each) => own + each.bytes.length, 0), 0)
  while (bytes > maxBytesAhead) {
    const [farthest, ...rest] = sources
      .filter(({ ahead }) => ahead.length > 0)
      .sort((one, other) => (other.ahead.at(-1)?.sequence ?? 0) - (one.ahead.at(-1)?.sequence ?? 0))
    const dropped = rest.length > 0 || (farthest?.ahead.length ?? 0) > 1 ? farthest?.ahead.pop() : undefined
    if (farthest === undefined || dropped === undefined) return
    farthest.known = dropped.sequence - 1
    bytes -= dropped.bytes.length
  }
}

function takeUntil(sources: readonly Source[], place: number): StreamMessage[] {
  const taken = sources.flatMap(({ ahead }) => {
    const ready = ahead.findLastIndex(({ sequence }) => sequence <= place) + 1
    return ahead.splice(0, ready)
  })
  return taken.sort((one, other) => one.sequence - other.sequence)
}

async function countPassed(
  bus: Bus,
  counting: {
    readonly stream: string
    readonly sources: readonly Source[]
    readonly after: number
    readonly until: number
  },
): Promise<Map<number, number>> {
  const counts = counting.sources.map(async ({ subject, sensor_id }) => {
    const messages = await countMessages(bus, { ...counting, subject })
    return [sensor_id, messages] as const
  })
  return new Map(await Promise.all(counts))
}
