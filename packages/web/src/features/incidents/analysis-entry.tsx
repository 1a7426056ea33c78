import type { Analysis } from '@wachta/client'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { getVerdictStatus } from '../checks-and-history/analysis-row.tsx'
import { Checks } from '../checks-and-history/checks.tsx'
import { TimelineItem } from './timeline-item.tsx'

/** An analysis on the timeline; when expanded, it shows the result of each sensor and the evidence. */
export function AnalysisEntry({ analysis }: { readonly analysis: Analysis }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const { ok_checks_count, error_checks_count, unknown_checks_count } = analysis
  const status = getVerdictStatus(analysis)
  const sensors = ok_checks_count + error_checks_count + unknown_checks_count
  const title = t('timeline.analysis', {
    verdict: t(`verdict.${status}`).toLocaleLowerCase(),
    errors: error_checks_count,
    sensors,
  })
  return (
    <TimelineItem
      at={analysis.time}
      title={
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-6 items-center gap-1 text-left font-normal hover:underline"
        >
          {title}
          <Icon name={isOpen ? 'down' : 'right'} className="text-muted" />
        </button>
      }
    >
      {isOpen && (
        <div className="mt-1 rounded-md border border-line bg-surface p-3">
          <Checks service={analysis.service_id} analysis={analysis.analysis_id} />
        </div>
      )}
    </TimelineItem>
  )
}
