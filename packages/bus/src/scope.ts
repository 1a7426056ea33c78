import { decode, type User } from '@nats-io/jwt'
import { cellSubjects, type SensorScope } from './subjects.ts'

/** What a sensor states when it enrols, so that it gets no token that it cannot use. */
export const sensorProtocol = 2
/** From this protocol on, private sensors publish to subjects of their own. */
export const privateSubjectsProtocol = 2

/**
 * Whose sensor the token is for. It is read from what the token allows, because that is what the broker enforces: a token
 * from before private sensors had subjects of their own allows the public ones.
 */
export function sensorScope(jwt: string, { cell, sensor_id }: CellSensor): SensorScope {
  return mayPublish(jwt, cellSubjects(cell).resultsOfSensor('live', sensor_id, 'private')) ? 'private' : 'public'
}

/** Where its artifacts go: private sensors got a subject for them later than one for their results. */
export function artifactScope(jwt: string, { cell, sensor_id }: CellSensor): SensorScope {
  return mayPublish(jwt, cellSubjects(cell).artifact(sensor_id, 'private')) ? 'private' : 'public'
}

interface CellSensor {
  readonly cell: string
  readonly sensor_id: number
}

const mayPublish = (jwt: string, subject: string): boolean =>
  decode<User>(jwt).nats.pub?.allow?.includes(subject) ?? false
