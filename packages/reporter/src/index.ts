export { ensurePartitions } from './partitions.ts'
