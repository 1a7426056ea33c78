import { type CheckSlice, findSlices } from '@wachta/domain'
import { reportUnreadable } from '@wachta/runtime'

/** Reads the checks of a stored analysis. Returns none if they are damaged, so that other services are not affected. */
export const readStoredChecks = ({
  service_id,
  checks,
}: {
  readonly service_id: number
  readonly checks: Uint8Array
}): CheckSlice[] => findSlices(checks, () => reportUnreadable('analysis.checks', service_id))
