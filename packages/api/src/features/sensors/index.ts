import type { Feature } from '../../platform/feature.ts'
import { sensorCredentialOperations } from './credentials.ts'
import { createSensorEnrolment } from './enrolment.ts'
import { sensor } from './sensor.ts'
import { sensorStatusOperation } from './status.ts'

export const feature: Feature = {
  resources: [sensor],
  operations: (context) => [...sensorCredentialOperations(context), createSensorEnrolment, sensorStatusOperation],
}
