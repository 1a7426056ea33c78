import { decode, type User } from '@nats-io/jwt'
import { getCellSubjects, type SensorScope } from './subjects.ts'

/** The protocol version that a sensor sends when it enrols, so that it gets no token that it cannot use. */
export const sensorProtocol = 2
/** The first protocol version in which private sensors publish to separate subjects. */
export const privateSubjectsProtocol = 2

/**
 * Returns the scope whose subjects the token allows for results, because that is what the broker enforces: an old token
 * of a private sensor, from before there were separate subjects, allows the public ones.
 */
export function findSensorScope(jwt: string, { cell, sensor_id }: CellSensor): SensorScope {
  return mayPublish(jwt, getCellSubjects(cell).resultsOfSensor('live', sensor_id, 'private')) ? 'private' : 'public'
}

/**
 * Returns the scope of the subject of artifacts. It can differ from that of results: private sensors got a separate
 * subject for artifacts later.
 */
export function findArtifactScope(jwt: string, { cell, sensor_id }: CellSensor): SensorScope {
  return mayPublish(jwt, getCellSubjects(cell).artifact(sensor_id, 'private')) ? 'private' : 'public'
}

interface CellSensor {
  readonly cell: string
  readonly sensor_id: number
}

const mayPublish = (jwt: string, subject: string): boolean =>
  decode<User>(jwt).nats.pub?.allow?.includes(subject) ?? false
