import { useQuery } from '@tanstack/react-query'
import type { Correction } from '@wachta/client'
import { errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { type CorrectionDraft, toPeriod } from './draft.ts'
import { LevelTable } from './level-table.tsx'
import { enclosePeriods, extendToMonths } from './preview.ts'
import { NoPreview, PreviewFrame } from './preview-frame.tsx'
import { effectQuery } from './queries.ts'
import { correctionTexts } from './texts.ts'

interface EffectPreviewProps {
  readonly correction: Correction
  readonly draft: CorrectionDraft
}

/** Previews the service level of all months that the correction covers before or after the change. */
export function EffectPreview({ correction, draft: { period, status } }: EffectPreviewProps) {
  const { formats } = useI18n()
  const texts = useTexts(correctionTexts)
  const isValidPeriod = period !== null && period.end > period.start
  const months = extendToMonths(
    formats.timeZone,
    isValidPeriod ? enclosePeriods(period, toPeriod(correction)) : toPeriod(correction),
  )
  const { data, error } = useQuery({
    ...effectQuery(correction.id, months, { ...(period ?? toPeriod(correction)), status }),
    enabled: isValidPeriod,
  })
  if (!isValidPeriod) return <NoPreview />
  if (error) return <p className="text-failure">{errorText(error)}</p>
  const name = correction.service?.name ?? `#${correction.service_id}`
  return (
    <PreviewFrame months={months}>
      <LevelTable rows={[{ id: correction.service_id, name, before: data?.before, after: data?.after }]} />
      {period.end > Date.now() && <p className="mt-2 text-sm text-muted">{texts('corrections.future')}</p>}
    </PreviewFrame>
  )
}
