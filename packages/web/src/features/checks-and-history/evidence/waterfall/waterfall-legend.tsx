import { Swatch } from '../../../../ui/chart-legend.tsx'
import { requestPhaseNames, type Waterfall } from '../har.ts'
import { useEvidenceI18n } from '../use-evidence-i18n.ts'
import { markStyles, phaseColors } from './looks.ts'

/** The meaning of the colours, and the times of the page marks. */
export function WaterfallLegend({ rows, marks }: Pick<Waterfall, 'rows' | 'marks'>) {
  const { t, formats } = useEvidenceI18n()
  const usedPhases = new Set(rows.flatMap(({ phases }) => phases.map(({ phase }) => phase)))
  return (
    <ul aria-label={t('har.legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {requestPhaseNames
        .filter((phase) => usedPhases.has(phase))
        .map((phase) => (
          <li key={phase} className="flex items-center gap-1.5">
            <Swatch color={phaseColors[phase]} thickness={phase === 'blocked' ? 2 : 10} />
            {t(`har.phase.${phase}`)}
          </li>
        ))}
      {marks.map(({ name, at }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg viewBox="0 0 4 16" aria-hidden="true" className="h-4 w-1 shrink-0">
            <path
              d="M2 0v16"
              stroke={markStyles[name].color}
              strokeWidth="2"
              {...(markStyles[name].isDashed && { strokeDasharray: '4 2' })}
            />
          </svg>
          {t(`har.mark.${name}`)} {formats.milliseconds(at)}
        </li>
      ))}
    </ul>
  )
}
