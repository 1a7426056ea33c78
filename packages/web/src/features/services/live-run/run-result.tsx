import { Link } from '@tanstack/react-router'
import type { Check } from '@wachta/client'
import { useI18n } from '../../../app/i18n/language.tsx'
import { StatusNote } from '../../../ui/status-note.tsx'
import { useErrorTypes } from '../../error-types/queries.ts'
import { useStepTranslate } from '../steps/use-step-texts.ts'

/** How a test run ended, in a sentence, with the diagnosis of its error. */
export function RunResult({ check }: { readonly check: Check }) {
  const { t: common, formats } = useI18n()
  const t = useStepTranslate()
  const errorTypes = useErrorTypes()
  const error = check.error_type_id === null ? undefined : errorTypes.get(check.error_type_id)
  if (check.result === 'ok')
    return <StatusNote status="ok">{t('run.ok', { time: formats.milliseconds(check.response_time) })}</StatusNote>
  if (check.result === 'unknown') return <StatusNote status="unknown">{t('run.unknownResult')}</StatusNote>
  return (
    <div className="grid gap-1">
      <StatusNote status="failure">
        {check.path_step === null
          ? t('run.failedBefore', { error: error?.name ?? '' })
          : t('run.failedAt', { number: check.path_step, error: error?.name ?? '' })}
      </StatusNote>
      {check.path_step === null && check.error_message && <p className="font-mono text-sm">{check.error_message}</p>}
      {error?.diagnosis && (
        <p className="max-w-prose text-sm text-muted">{common('errors.likelyCause', { cause: error.diagnosis })}</p>
      )}
      {error && (
        <p>
          <Link to="/errors/$id" params={{ id: String(error.id) }} className="text-sm text-accent underline">
            {common('checks.about')}
          </Link>
        </p>
      )}
    </div>
  )
}
