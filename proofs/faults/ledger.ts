import { readFile } from 'node:fs/promises'

type Entry = 'ran' | 'durable' | 'acknowledged'

interface LedgerRecord {
  readonly service_id: number
  readonly slot: number
  readonly sensor_id: number
  readonly revision: number
  readonly started: number
  readonly result: string
}

/** What one sensor did for one slot. */
export interface SlotRuns {
  readonly service_id: number
  readonly slot: number
  readonly sensor_id: number
  /** The content of each run: a sensor that was killed before the result was on disk may run the check again. */
  readonly ran: string[]
  durable: number
  /** The revision that it checked by; sensors of the first versions did not log it. */
  revision: number | undefined
  /** When the broker first acknowledged the result. */
  acknowledged: number | undefined
}

/** Identifies a result: two results that differ in it come from two checks. */
export const contentOf = ({ result, started }: Pick<LedgerRecord, 'result' | 'started'>): string =>
  `${result}@${started}`

export const keyOf = ({
  service_id,
  slot,
  sensor_id,
}: Pick<LedgerRecord, 'service_id' | 'slot' | 'sensor_id'>): string => `${service_id} ${slot} ${sensor_id}`

export const formatLedgerLine = (entry: Entry, record: LedgerRecord): string =>
  `${entry} ${keyOf(record)} ${contentOf(record)} ${Date.now()} ${record.revision}\n`

/** The executions of all sensors, by service, slot and sensor. */
export async function readLedgers(paths: readonly string[]): Promise<Map<string, SlotRuns>> {
  const slotRuns = new Map<string, SlotRuns>()
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => '')
    // A line that was cut off when the process ended describes nothing that counts yet.
    for (const line of text.split('\n').slice(0, -1)) addLine(slotRuns, line)
  }
  return slotRuns
}

function addLine(slotRuns: Map<string, SlotRuns>, line: string): void {
  const [entry, service = '', at = '', sensor = '', content = '', time = '', revision] = line.split(' ')
  const ids = { service_id: Number(service), slot: Number(at), sensor_id: Number(sensor) }
  const key = keyOf(ids)
  const deed = slotRuns.get(key) ?? { ...ids, ran: [], durable: 0, revision: undefined, acknowledged: undefined }
  slotRuns.set(key, deed)
  if (revision !== undefined && revision !== '') deed.revision = Number(revision)
  if (entry === 'ran') deed.ran.push(content)
  else if (entry === 'durable') deed.durable += 1
  else deed.acknowledged ??= Number(time)
}
