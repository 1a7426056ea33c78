import type { CheckReport, ReceivedReport } from '@wachta/bus'
import { packSlice, unpackSlice } from '@wachta/domain'

/** A report as the centre reads it. */
export const toReceived = ({ service_id, slot, revision, words, ...check }: CheckReport): ReceivedReport => ({
  ...{ service_id, slot, revision, words },
  ...packSlice(check),
})

/** A report as the sensor made it. */
export const toReported = ({ service_id, slot, revision, words, ...slice }: ReceivedReport): CheckReport => ({
  ...{ service_id, slot, revision, words },
  ...unpackSlice(slice),
})
