import { type PackedCheck, readChecks } from '@wachta/domain'
import { reportUnreadable } from '@wachta/runtime'

/** Reads the checks of a stored analysis. Returns none if they are damaged, so that other services are not affected. */
export const readStoredChecks = ({
  service_id,
  checks,
}: {
  readonly service_id: number
  readonly checks: Uint8Array
}): PackedCheck[] => readChecks(checks, () => reportUnreadable('analysis.checks', service_id))
