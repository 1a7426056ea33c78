import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type CorrectionStatus, levelQuery } from '../../data/corrections.ts'
import { useSpeech } from '../../language/language.tsx'
import { corrected, happened, levelIn, monthsOf, type Period, type Seconds, statusSeconds } from './preview.ts'

interface LevelPreviewProps {
  readonly services: readonly { readonly id: number; readonly name: string }[]
  readonly period: Period | null
  readonly status: CorrectionStatus
}

/** More than these are not asked for one by one; they are corrected all the same. */
const mostShown = 20

/** What the correction makes of the service level, before it is saved. */
export function LevelPreview({ services, period, status }: LevelPreviewProps) {
  const { t, formats, language } = useSpeech()
  if (!period || period.end <= period.start)
    return <p className="rounded-md border border-line bg-surface p-4 text-muted">{t('corrections.previewHint')}</p>
  const months = monthsOf(formats.timeZone, period)
  const name = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone: formats.timeZone,
    month: 'long',
    year: 'numeric',
  }).formatRange(months.start, months.end - 1)
  return (
    <section aria-labelledby="preview" className="overflow-x-auto rounded-md border border-line bg-surface p-4">
      <h3 id="preview" className="mb-2 font-medium">
        {t('corrections.preview', { months: name })}
      </h3>
      <Levels
        key={`${period.start} ${period.end}`}
        services={services.slice(0, mostShown)}
        period={period}
        months={months}
        status={status}
      />
      {period.end > Date.now() && <p className="mt-2 text-sm text-muted">{t('corrections.future')}</p>}
    </section>
  )
}

function Levels({
  services,
  period,
  months,
  status,
}: LevelPreviewProps & { readonly period: Period; readonly months: Period }) {
  const { t, formats } = useSpeech()
  // One moment for both questions, so that the part is never longer than the whole.
  const [now] = useState(() => Date.now())
  const asked = { whole: happened(months, now), part: happened(period, now) }
  const wholes = useQueries({
    queries: services.map(({ id }) => ({
      ...levelQuery(id, asked.whole?.start ?? 0, asked.whole?.end ?? 1),
      enabled: asked.whole !== null,
    })),
  })
  const parts = useQueries({
    queries: services.map(({ id }) => ({
      ...levelQuery(id, asked.part?.start ?? 0, asked.part?.end ?? 1),
      enabled: asked.part !== null,
    })),
  })
  const [first] = services
  const [whole, part] = [wholes[0]?.data, parts[0]?.data]
  return (
    <>
      <table className="w-full text-left">
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="py-1 pr-3 font-medium">
              {t('corrections.service')}
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-medium">
              {t('corrections.before')}
            </th>
            <th scope="col" className="py-1 text-right font-medium whitespace-nowrap">
              {t('corrections.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {services.map(({ id, name }, place) => {
            const before = wholes[place]?.data
            const after = afterOf(before, parts[place]?.data, asked.part !== null, status)
            return (
              <tr key={id} className="border-t border-line">
                <th scope="row" className="max-w-0 w-full truncate py-1.5 pr-3 font-normal">
                  {name}
                </th>
                <td className="py-1.5 pr-3 text-right whitespace-nowrap">
                  {before ? formats.percent(levelIn(before)) : '…'}
                </td>
                <td className="py-1.5 text-right font-semibold whitespace-nowrap">
                  {after ? formats.percent(levelIn(after)) : '…'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {first && services.length === 1 && whole && (
        <Shares before={whole} after={afterOf(whole, part, asked.part !== null, status) ?? whole} />
      )}
    </>
  )
}

/** Undefined as long as it is not known. */
function afterOf(whole: Seconds | undefined, part: Seconds | undefined, isAsked: boolean, status: CorrectionStatus) {
  if (!whole || (isAsked && !part)) return undefined
  return corrected(whole, part ?? null, status)
}

/** How long it was what, now and then. */
function Shares({ before, after }: { readonly before: Seconds; readonly after: Seconds }) {
  const { t, formats } = useSpeech()
  const changed = statusSeconds.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return <p className="mt-2 text-sm text-muted">{t('corrections.unchanged')}</p>
  return (
    <dl className="mt-3 grid gap-1 text-sm">
      {changed.map((name) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{t(`corrections.seconds.${name}`)}</dt>
          <dd>
            {formats.duration(before[name])} → {formats.duration(after[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
