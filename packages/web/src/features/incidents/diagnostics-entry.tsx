import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { toResultsText } from '../diagnostics/results-search.ts'
import { useSensors } from '../sensors/queries.ts'
import type { DiagnosticsRun } from './timeline-entries.ts'
import { TimelineItem } from './timeline-item.tsx'

/** A diagnostic that a person ran because of the incident, from one sensor or several. */
export function DiagnosticsEntry({ at, run }: { readonly at: string; readonly run: DiagnosticsRun }) {
  const { t, formats } = useI18n()
  const sensors = useSensors()
  const names = run.results.map(({ sensor }) => sensors.get(sensor)?.name ?? `#${sensor}`)
  const title = { who: run.author, address: run.address ?? '', known: run.address === null ? 'no' : 'yes' }
  return (
    <TimelineItem at={at} title={t(`timeline.diagnostic.${run.kind}`, title)}>
      {run.results.length === 0 ? (
        <p className="text-sm text-muted">{t('timeline.diagnosticGone')}</p>
      ) : (
        <p className="flex flex-wrap gap-x-3 text-sm">
          <span className="text-muted">{t('timeline.diagnosticFrom', { sensors: formats.list(names) })}</span>
          <Link
            to="/diagnostics"
            search={{ results: toResultsText(run.results.map(({ id }) => ({ kind: run.kind, id }))) }}
            className="text-accent underline underline-offset-4"
          >
            {t('timeline.diagnosticResults', { count: run.results.length })}
          </Link>
        </p>
      )}
    </TimelineItem>
  )
}
