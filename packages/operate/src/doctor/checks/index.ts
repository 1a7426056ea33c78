import type { HealthCheck } from '../health-check.ts'
import { addressCheck } from './address.ts'
import { analysesCheck } from './analyses.ts'
import { brokerCheck } from './broker.ts'
import { browsersCheck } from './browsers.ts'
import { clockCheck } from './clock.ts'
import { connectionsCheck } from './connections.ts'
import { databaseCheck } from './database.ts'
import { diskCheck } from './disk.ts'
import { egressCheck } from './egress.ts'
import { flowCheck } from './flow.ts'
import { historyCheck } from './history.ts'
import { mailCheck } from './mail.ts'
import { memoryCheck } from './memory.ts'
import { namesCheck } from './names.ts'
import { pagesCheck } from './pages.ts'
import { partitionsCheck } from './partitions.ts'
import { queueCheck } from './queue.ts'
import { resultsCheck } from './results.ts'
import { rolesCheck } from './roles.ts'
import { schemaCheck } from './schema.ts'
import { secretsCheck } from './secrets.ts'
import { sensorsCheck } from './sensors.ts'
import { streamsCheck } from './streams.ts'

/** All health checks, in this order: first those that others need. */
export const healthChecks: readonly HealthCheck[] = [
  namesCheck,
  databaseCheck,
  schemaCheck,
  connectionsCheck,
  brokerCheck,
  streamsCheck,
  clockCheck,
  rolesCheck,
  memoryCheck,
  partitionsCheck,
  historyCheck,
  sensorsCheck,
  browsersCheck,
  analysesCheck,
  resultsCheck,
  queueCheck,
  flowCheck,
  secretsCheck,
  mailCheck,
  egressCheck,
  addressCheck,
  pagesCheck,
  diskCheck,
]
