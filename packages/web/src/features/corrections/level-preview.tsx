import { useQueries } from '@tanstack/react-query'
import type { CorrectionStatus } from '@wachta/client'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { LevelTable } from './level-table.tsx'
import { correctSeconds, extendToMonths, findPastPart, type Period, type StatusSeconds } from './preview.ts'
import { NoPreview, PreviewFrame } from './preview-frame.tsx'
import { levelQuery } from './queries.ts'
import { correctionTexts } from './texts.ts'

interface LevelPreviewProps {
  readonly services: readonly { readonly id: number; readonly name: string }[]
  readonly period: Period | null
  readonly status: CorrectionStatus
}

/** Further services are corrected too, but not previewed, to limit the number of requests. */
const maxPreviewedServices = 20

/** Previews the service levels with the correction, before it is saved. */
export function LevelPreview({ services, period, status }: LevelPreviewProps) {
  const { formats } = useI18n()
  const texts = useTexts(correctionTexts)
  if (!period || period.end <= period.start) return <NoPreview />
  const months = extendToMonths(formats.timeZone, period)
  return (
    <PreviewFrame months={months}>
      <Levels
        key={`${period.start} ${period.end}`}
        services={services.slice(0, maxPreviewedServices)}
        period={period}
        months={months}
        status={status}
      />
      {period.end > Date.now() && <p className="mt-2 text-sm text-muted">{texts('corrections.future')}</p>}
    </PreviewFrame>
  )
}

function Levels({
  services,
  period,
  months,
  status,
}: LevelPreviewProps & { readonly period: Period; readonly months: Period }) {
  // Both requests use the same time, so that the corrected part is never longer than the whole.
  const [now] = useState(() => Date.now())
  const past = { whole: findPastPart(months, now), part: findPastPart(period, now) }
  const wholes = useQueries({
    queries: services.map(({ id }) => ({
      ...levelQuery(id, past.whole?.start ?? 0, past.whole?.end ?? 1),
      enabled: past.whole !== null,
    })),
  })
  const parts = useQueries({
    queries: services.map(({ id }) => ({
      ...levelQuery(id, past.part?.start ?? 0, past.part?.end ?? 1),
      enabled: past.part !== null,
    })),
  })
  return (
    <LevelTable
      rows={services.map((service, index) => {
        const before = wholes[index]?.data
        const part = past.part === null ? null : parts[index]?.data
        return { ...service, before, after: correctLevel(before, part, status) }
      })}
    />
  )
}

/** Returns undefined while data is loading. `part` is null if the whole correction is in the future. */
function correctLevel(
  whole: StatusSeconds | undefined,
  part: StatusSeconds | null | undefined,
  status: CorrectionStatus,
) {
  return whole && part !== undefined ? correctSeconds(whole, part, status) : undefined
}
