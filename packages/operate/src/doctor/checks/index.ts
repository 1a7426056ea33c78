import type { HealthCheck } from '../health-check.ts'
import { address } from './address.ts'
import { analyses } from './analyses.ts'
import { broker } from './broker.ts'
import { clock } from './clock.ts'
import { connections } from './connections.ts'
import { database } from './database.ts'
import { disk } from './disk.ts'
import { egress } from './egress.ts'
import { flow } from './flow.ts'
import { mail } from './mail.ts'
import { names } from './names.ts'
import { partitions } from './partitions.ts'
import { queue } from './queue.ts'
import { results } from './results.ts'
import { roles } from './roles.ts'
import { schema } from './schema.ts'
import { secrets } from './secrets.ts'
import { sensors } from './sensors.ts'
import { streams } from './streams.ts'

/** What a doctor looks at, in this order: what others need comes first. */
export const healthChecks: readonly HealthCheck[] = [
  names,
  database,
  schema,
  connections,
  broker,
  streams,
  clock,
  roles,
  partitions,
  sensors,
  analyses,
  results,
  queue,
  flow,
  secrets,
  mail,
  egress,
  address,
  disk,
]
