import type { LocaleFormats } from '../../../app/i18n/formats.ts'
import { type Status, StatusMark } from '../../../ui/status-mark.tsx'
import { StatusNote } from '../../../ui/status-note.tsx'
import type { Vital } from '../vitals.ts'
import { EvidenceSection } from './evidence-section.tsx'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

/** The Web Vitals of a page, with the performance budget of the service. */
export function VitalsSection({ vitals }: { readonly vitals: readonly Vital[] }) {
  const { t } = useEvidenceI18n()
  return (
    <EvidenceSection title={t('vitals.title')}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {vitals.map((vital) => (
          <VitalTile key={vital.id} vital={vital} />
        ))}
      </ul>
    </EvidenceSection>
  )
}

/** Above this share of the sensor's processors, in percent, times say more about the sensor than about the page. */
const busyAbovePercent = 80

/** Warns that the sensor was busy while it measured; `usage` is the used share of its processors, in percent. */
export function BusyNote({ usage = 0 }: { readonly usage: number | undefined }) {
  const { t, formats } = useEvidenceI18n()
  if (usage <= busyAbovePercent) return null
  return (
    <p>
      <StatusNote status="warning">{t('vitals.busy', { usage: formats.number(usage) })}</StatusNote>
    </p>
  )
}

const ratingStatus = { good: 'ok', fair: 'warning', poor: 'slow' } as const satisfies Record<string, Status>

function VitalTile({ vital }: { readonly vital: Vital }) {
  const { t, formats } = useEvidenceI18n()
  const { id, value, budget, isOver, rating } = vital
  return (
    <li className={`rounded-md border bg-surface px-3 py-2 ${isOver ? 'border-failure' : 'border-line'}`}>
      <p className="text-sm text-muted">{t(`vital.${id}`)}</p>
      <p className="text-lg font-semibold tabular-nums">{formatVital(vital, value, formats)}</p>
      <div className="grid gap-0.5 text-sm">
        {rating && <StatusMark status={ratingStatus[rating]} text={t(`vitals.${rating}`)} />}
        {budget !== null && isOver && (
          <StatusNote status="failure">{t('vitals.over', { budget: formatVital(vital, budget, formats) })}</StatusNote>
        )}
        {budget !== null && !isOver && (
          <p className="text-muted">{t('vitals.budget', { budget: formatVital(vital, budget, formats) })}</p>
        )}
      </div>
    </li>
  )
}

function formatVital({ unit }: Pick<Vital, 'unit'>, value: number, formats: LocaleFormats): string {
  if (unit === 'milliseconds') return formats.milliseconds(value)
  if (unit === 'bytes') return formats.bytes(value)
  return formats.number(value, unit === 'shift' ? 3 : 0)
}
