export { Config } from './config.ts'
export { ensurePartitions } from './partitions.ts'
export { rollUpServices } from './rollups.ts'
