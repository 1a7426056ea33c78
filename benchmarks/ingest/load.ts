import { type CheckReport, getShardOfService, writePackedResults, writeResults } from '@wachta/bus'
import { packChecks } from '@wachta/domain'
import { createCheckReport } from '@wachta/testing/analyst/simulated'

export const sensors: readonly number[] = [1, 2, 3, 4, 5]

export interface LoadSize {
  readonly services: number
  readonly slots: number
  /** The number of results in a message. */
  readonly batch: number
  readonly from: number
  /** Whether to write the unpacked format of older sensors. */
  readonly isUnpacked?: boolean
}

export interface Load {
  readonly service_ids: readonly number[]
  readonly reports: readonly CheckReport[]
  readonly messages: readonly { readonly shard: number; readonly sensor_id: number; readonly bytes: Uint8Array }[]
  readonly checks: number
  readonly errors: number
  readonly analyses: number
}

/**
 * Creates the results of five sensors for many services, in the order of time; one check in five hundred fails with a
 * message.
 */
export function createLoad({ services, slots, batch, from, isUnpacked = false }: LoadSize): Load {
  const service_ids = Array.from({ length: services }, (_, index) => index + 1)
  const lastSequences = new Map<string, number>()
  const reports: CheckReport[] = []
  const messages: { shard: number; sensor_id: number; bytes: Uint8Array }[] = []
  for (let count = 0; count < slots; count += 1)
    for (const [shard, shardServiceIds] of Map.groupBy(service_ids, getShardOfService))
      for (let offset = 0; offset < shardServiceIds.length; offset += batch)
        for (const sensor_id of sensors) {
          const part = shardServiceIds
            .slice(offset, offset + batch)
            .map((id) => createReport(id, from + count * 1000, sensor_id))
          const key = `${shard} ${sensor_id}`
          const first = (lastSequences.get(key) ?? 0) + 1
          lastSequences.set(key, first + part.length - 1)
          reports.push(...part)
          const source = { host: 'bench', first }
          const bytes = isUnpacked
            ? writeResults({ ...source, reports: part })
            : writePackedResults({ ...source, reports: part.map((one) => ({ ...one, packed: packChecks([one]) })) })
          messages.push({ shard, sensor_id, bytes })
        }
  const errors = reports.filter(({ result }) => result === 'error').length
  return { service_ids, reports, messages, checks: reports.length, errors, analyses: services * slots }
}

/** The timings differ from check to check as they do in production. */
function createReport(service_id: number, slot: number, sensor_id: number): CheckReport {
  const noise = (service_id * 7919 + (slot / 1000) * 104_729 + sensor_id * 1_299_709) % 1_000_003
  const connect = 5 + (noise % 60)
  const timings = { lookup: noise % 20, connect, tls: connect + (noise % 90), first_byte: connect + (noise % 250) }
  const figures = { started: sensor_id * 1_500 + (noise % 300), data_size: 12_000 + (noise % 8_000), timings }
  if (noise % 500 !== 0)
    return createCheckReport({
      service_id,
      slot,
      sensor_id,
      ...figures,
      response_time: timings.first_byte + (noise % 70),
    })
  return createCheckReport({
    service_id,
    slot,
    sensor_id,
    ...figures,
    result: 'error',
    words: { error_message: 'connection refused' },
  })
}

/** Writes the same results in the format of `COPY`. */
export const formatCopyLines = ({ reports }: Load): string =>
  reports
    .map(
      ({ service_id, slot, sensor_id, started, result, error_type_id, response_time, data_size, timings }) =>
        `${service_id}\t${new Date(slot).toISOString()}\t${sensor_id}\t${started}\t${result === 'ok' ? 0 : 1}\t${error_type_id ?? '\\N'}\t${response_time ?? '\\N'}\t${data_size}\t${timings.lookup}\t${timings.connect}\t${timings.tls}\t${timings.first_byte}\n`,
    )
    .join('')
