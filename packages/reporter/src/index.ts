export { Config } from './config.ts'
export { ensurePartitions } from './partitions.ts'
export { computeServiceRollups } from './rollups.ts'
