/** Virtual partitions of services, for life: which group of them a service belongs to is said by the centre alone. */
export const virtualPartitions = 1024

/** Groups of virtual partitions: each is decided by one analyst at a time. Sensors take the group from the assignment. */
export const partitionGroups = 8

/** The group of a service. Only the centre computes it: sensors are told. */
export const shardOfService = (service_id: number): number =>
  Math.floor(((service_id % virtualPartitions) * partitionGroups) / virtualPartitions)

export type Urgency = 'live' | 'backlog'

/**
 * Whose sensor it is: the operator's own are public, those of customers are private. Any customer can run private
 * sensors, so their results and artifacts go through subjects and streams apart from the public ones.
 */
export type SensorScope = 'public' | 'private'

/** Which way results go: how urgent they are, to which group of services, and from which sensor. */
export interface ResultRoute {
  readonly urgency: Urgency
  readonly group: number
  readonly sensor_id: number
}

const resultPrefix: Readonly<Record<SensorScope, string>> = { public: 'res', private: 'own' }

/** Both prefixes of private sensors begin alike, so that the account of the sensors needs one import for them. */
const artifactPrefix: Readonly<Record<SensorScope, string>> = { public: 'art', private: 'own.art' }

const cellName = /^[a-z0-9-]{1,32}$/

/** The subjects of one cell. What a sensor may publish and hear is written in terms of these, see credentials.ts. */
export function cellSubjects(cell: string) {
  if (!cellName.test(cell)) throw new RangeError(`no name of a cell: ${cell}`)
  return {
    result: ({ urgency, group, sensor_id }: ResultRoute, scope: SensorScope = 'public') =>
      `${resultPrefix[scope]}.${urgency}.${cell}.${group}.${sensor_id}`,
    resultsOfGroup: (urgency: Urgency, group: number, scope: SensorScope = 'public') =>
      `${resultPrefix[scope]}.${urgency}.${cell}.${group}.*`,
    /** What one sensor may publish its results to: the broker lets it name any group, the streams only those that exist. */
    resultsOfSensor: (urgency: Urgency, sensor_id: number, scope: SensorScope) =>
      `${resultPrefix[scope]}.${urgency}.${cell}.*.${sensor_id}`,
    results: (urgency: Urgency, scope: SensorScope = 'public') => `${resultPrefix[scope]}.${urgency}.${cell}.>`,
    assignment: (sensor_id: number, service_id: number) => `asg.${cell}.${sensor_id}.${service_id}`,
    assignmentsOf: (sensor_id: number) => `asg.${cell}.${sensor_id}.*`,
    assignments: () => `asg.${cell}.>`,
    /** Where a sensor asks for a consumer of its assignments. */
    wanted: (sensor_id: number) => `want.${cell}.${sensor_id}`,
    wantedBy: () => `want.${cell}.*`,
    artifact: (sensor_id: number, scope: SensorScope = 'public') => `${artifactPrefix[scope]}.${cell}.${sensor_id}`,
    artifacts: (scope: SensorScope = 'public') => `${artifactPrefix[scope]}.${cell}.*`,
    heartbeat: (sensor_id: number) => `beat.${cell}.${sensor_id}`,
    beats: () => `beat.${cell}.*`,
    /** What a sensor is told at once: forced analyses, diagnostics, how far its results are stored. */
    command: (sensor_id: number) => `cmd.${cell}.${sensor_id}`,
    /** What a sensor answers to a diagnostic. */
    answer: (sensor_id: number) => `ans.${cell}.${sensor_id}`,
    answers: () => `ans.${cell}.*`,
  } as const
}

export type Subjects = ReturnType<typeof cellSubjects>

/** The last part of a subject is the sensor that speaks: the broker lets nobody else use it. */
export function parseSpeaker(subject: string): number | undefined {
  const id = Number(subject.slice(subject.lastIndexOf('.') + 1))
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The only inbox that a sensor may listen at. */
export const inboxPrefix = (sensor_id: number): string => `_INBOX_${sensor_id}`

/**
 * Whether an answer to the sensor may go to the subject that it named: the broker does not ask whether the sensor may
 * publish there, so whoever answers does. Names below the common inbox cannot be guessed. What comes from the account of
 * the sensors carries a name that the broker made, by which the answer goes back into that account alone.
 */
export function mayAnswer(sensor_id: number, reply: string | undefined): reply is string {
  const prefixes = [`${inboxPrefix(sensor_id)}.`, '_INBOX.', '_R_.']
  return reply !== undefined && prefixes.some((prefix) => reply.startsWith(prefix))
}
