import type { Check } from '@wachta/client'
import { StatusMark } from '../../../ui/status-mark.tsx'
import { useErrorTypes } from '../../error-types/queries.ts'
import { checkStatus } from '../check-status.ts'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

/** The result of a check, its error and response time, and the message of the sensor. */
export function CheckSummary({ check }: { readonly check: Check }) {
  const { t, formats } = useEvidenceI18n()
  const error = useErrorTypes().get(check.error_type_id ?? 0)
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <StatusMark status={checkStatus[check.result]} text={t(`check.${check.result}`)} />
        {error && <span className="font-medium">{error.name}</span>}
        {check.response_time !== null && (
          <span className="text-muted">{formats.milliseconds(check.response_time)}</span>
        )}
      </p>
      {check.error_message && <p className="font-mono text-sm break-words">{check.error_message}</p>}
    </div>
  )
}
