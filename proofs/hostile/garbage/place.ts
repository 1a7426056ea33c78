import { type RawBuilder, sql } from 'kysely'
import { victims } from '../tenants.ts'

export interface GarbageSample {
  readonly index: number
  readonly json: string
  readonly bytes: Buffer
  /** The hostile account. */
  readonly owner: number
}

/** A row of the hostile tenant with garbage in these columns. */
export interface GarbagePlace {
  readonly columns: readonly string[]
  plant(garbage: GarbageSample): RawBuilder<unknown>
}

/**
 * The first ids of the services with garbage, one service for each value, in the shard of the victim's services. Their
 * revisions also name the victim's sensors, just as revisions of any tenant can name the public ones.
 */
export const garbageServices = { http: 100, heartbeat: 110 }
export const garbageSensors = 200
export const garbageGroups = 2_100
/** The first id of the report templates with garbage. */
export const garbageTemplates = 10_000
/** The first id of the sub-accounts of the hostile account, for columns that an account has only once. */
export const garbageAccounts = 100_000
export const sensor_ids = [...victims.sensors, 3]

/** The last slot of a service with garbage that has an analysis. */
export const slotTime = sql`date_trunc('minute', now()) - interval '1 minute'`

/** For unique columns with an index: different for each value, and short enough. */
export const hash = ({ bytes, index }: GarbageSample): Buffer =>
  Buffer.concat([Buffer.from([index]), bytes.subarray(0, 1_000)])
