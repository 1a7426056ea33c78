import type { CheckReport, ReceivedReport } from '@wachta/bus'
import { packSlice, unpackSlice } from '@wachta/domain'

/** Converts a sensor's report to the form that the centre reads. */
export const toReceived = ({ service_id, slot, revision, words, ...check }: CheckReport): ReceivedReport => ({
  ...{ service_id, slot, revision, words },
  ...packSlice(check),
})

/** Converts a report that the centre has read to the form of the sensor. */
export const toReported = ({ service_id, slot, revision, words, ...slice }: ReceivedReport): CheckReport => ({
  ...{ service_id, slot, revision, words },
  ...unpackSlice(slice),
})
