import type { Analysis } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useErrorTypes } from '../error-types/queries.ts'
import { Checks } from './checks.tsx'

/** Returns the status of an analysis. If it is no failure but no sensor reported `ok` either, it is unknown. */
export const getVerdictStatus = ({ failure, ok_checks_count }: Analysis) =>
  failure ? 'failure' : ok_checks_count === 0 ? 'unknown' : 'ok'

interface AnalysisRowProps {
  readonly analysis: Analysis
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One analysis. The whole row opens it, for the mouse; its button is for the keyboard and for screen readers. */
export function AnalysisRow({ analysis, isOpen, onToggle }: AnalysisRowProps) {
  const { t, formats } = useI18n()
  const { ok_checks_count, error_checks_count, unknown_checks_count } = analysis
  const status = getVerdictStatus(analysis)
  return (
    <tbody>
      <tr onClick={onToggle} className="cursor-pointer border-b border-line align-top hover:bg-surface">
        <td className="pr-4">
          <button
            type="button"
            aria-expanded={isOpen}
            className="inline-flex min-h-10 items-center gap-2 whitespace-nowrap"
          >
            <Icon name={isOpen ? 'down' : 'right'} className="text-muted" />
            {formats.moment(analysis.time)}
          </button>
        </td>
        <td className="py-2 pr-4">
          <StatusMark status={status} text={t(`verdict.${status}`)} />
        </td>
        <td className="py-2 pr-4 max-sm:hidden">
          <Reason analysis={analysis} />
        </td>
        <td className="py-2 pr-4 text-right whitespace-nowrap">
          <span aria-hidden="true">
            {ok_checks_count} / {error_checks_count} / {unknown_checks_count}
          </span>
          <span className="sr-only">
            {t('analyses.countsSpoken', {
              ok: ok_checks_count,
              error: error_checks_count,
              unknown: unknown_checks_count,
            })}
          </span>
        </td>
        <td className="py-2 text-right max-lg:hidden">{formats.number(analysis.error_tolerance)}%</td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td colSpan={5} className="bg-sunken px-3 py-3 sm:px-6">
            <Checks service={analysis.service_id} analysis={analysis.analysis_id} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Why the service was down or its status unknown; also errors of single sensors while it was up. */
function Reason({ analysis }: Pick<AnalysisRowProps, 'analysis'>) {
  const { t } = useI18n()
  const errorTypes = useErrorTypes()
  const { ok_checks_count, error_checks_count: failing, unknown_checks_count } = analysis
  const answeredCount = ok_checks_count + failing
  const sensors = answeredCount + unknown_checks_count
  if (answeredCount === 0) return t('analyses.unanswered', { sensors })
  if (analysis.error_type_id === null) return null
  const sentence = errorTypes.get(analysis.error_type_id)?.name ?? ''
  return failing === sensors ? sentence : t('sentence.sensorsOf', { sentence, failing, sensors })
}
