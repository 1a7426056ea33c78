/** The fixed number of virtual partitions of services. Only the centre computes the partition of a service. */
export const virtualPartitions = 1024

/** The number of shards (groups of virtual partitions). Each shard is owned by one analyst at a time. */
export const shardCount = 8

/** Returns the shard of a service. Only the centre computes it; sensors get it with the assignment. */
export const getShardOfService = (service_id: number): number =>
  Math.floor(((service_id % virtualPartitions) * shardCount) / virtualPartitions)

export type Urgency = 'live' | 'backlog'

/**
 * Sensors of the operator are public, those of customers are private. Any customer can run private sensors, so their
 * results and artifacts have separate subjects and streams.
 */
export type SensorScope = 'public' | 'private'

/** The route of results: their urgency, the shard, and the sensor. */
export interface ResultRoute {
  readonly urgency: Urgency
  /** The shard. */
  readonly group: number
  readonly sensor_id: number
}

const resultPrefix: Readonly<Record<SensorScope, string>> = { public: 'res', private: 'own' }

/** Both prefixes of private sensors begin alike, so that the account of the sensors needs one import for them. */
const artifactPrefix: Readonly<Record<SensorScope, string>> = { public: 'art', private: 'own.art' }

const cellNamePattern = /^[a-z0-9-]{1,32}$/

/** Returns the subjects of one cell. The permissions of sensors are based on them, see credentials.ts. */
export function getCellSubjects(cell: string) {
  if (!cellNamePattern.test(cell)) throw new RangeError(`not a valid cell name: ${cell}`)
  return {
    result: ({ urgency, group, sensor_id }: ResultRoute, scope: SensorScope = 'public') =>
      `${resultPrefix[scope]}.${urgency}.${cell}.${group}.${sensor_id}`,
    resultsOfShard: (urgency: Urgency, shard: number, scope: SensorScope = 'public') =>
      `${resultPrefix[scope]}.${urgency}.${cell}.${shard}.*`,
    /**
     * The subjects to which a sensor may publish its results. The broker allows it any shard, the streams only existing
     * ones.
     */
    resultsOfSensor: (urgency: Urgency, sensor_id: number, scope: SensorScope) =>
      `${resultPrefix[scope]}.${urgency}.${cell}.*.${sensor_id}`,
    results: (urgency: Urgency, scope: SensorScope = 'public') => `${resultPrefix[scope]}.${urgency}.${cell}.>`,
    assignment: (sensor_id: number, service_id: number) => `asg.${cell}.${sensor_id}.${service_id}`,
    assignmentsOfSensor: (sensor_id: number) => `asg.${cell}.${sensor_id}.*`,
    assignments: () => `asg.${cell}.>`,
    /** The subject on which a sensor requests a consumer for its assignments. */
    consumerRequest: (sensor_id: number) => `want.${cell}.${sensor_id}`,
    consumerRequests: () => `want.${cell}.*`,
    artifact: (sensor_id: number, scope: SensorScope = 'public') => `${artifactPrefix[scope]}.${cell}.${sensor_id}`,
    artifacts: (scope: SensorScope = 'public') => `${artifactPrefix[scope]}.${cell}.*`,
    heartbeat: (sensor_id: number) => `beat.${cell}.${sensor_id}`,
    heartbeats: () => `beat.${cell}.*`,
    /** The subject of commands to a sensor: forced analyses, diagnostics, and how far its results are stored. */
    command: (sensor_id: number) => `cmd.${cell}.${sensor_id}`,
    /** The subject of a sensor's answers to diagnostics. */
    answer: (sensor_id: number) => `ans.${cell}.${sensor_id}`,
    answers: () => `ans.${cell}.*`,
  } as const
}

export type Subjects = ReturnType<typeof getCellSubjects>

/**
 * Returns the sensor that sent a message: the last part of the subject, which the broker allows only this sensor to
 * use.
 */
export function parseLastId(subject: string): number | undefined {
  const id = Number(subject.slice(subject.lastIndexOf('.') + 1))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The prefix of the only inbox that a sensor may subscribe to. */
export const getInboxPrefix = (sensor_id: number): string => `_INBOX_${sensor_id}`

/**
 * Whether a reply may be sent to the subject that a sensor has given. The broker does not check whether the sensor may
 * publish there, so the sender of the reply must. Names below the common inbox cannot be guessed. Requests from the
 * account of the sensors have a reply subject made by the broker, which leads back into that account only.
 */
export function isAllowedReplySubject(sensor_id: number, reply: string | undefined): reply is string {
  const prefixes = [`${getInboxPrefix(sensor_id)}.`, '_INBOX.', '_R_.']
  return reply !== undefined && prefixes.some((prefix) => reply.startsWith(prefix))
}
