import { type PackedCheck, readChecks } from '@wachta/domain'
import { reportUnreadable } from '@wachta/runtime'

/** The checks of a stored analysis; none where they are damaged, so that the other services of the shard are served. */
export const readStoredChecks = ({
  service_id,
  checks,
}: {
  readonly service_id: number
  readonly checks: Uint8Array
}): PackedCheck[] => readChecks(checks, () => reportUnreadable('analysis.checks', service_id))
