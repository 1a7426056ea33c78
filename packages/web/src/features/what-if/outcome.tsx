import type { WhatIf } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { SharesBar } from '../../ui/shares-bar.tsx'

type Side = WhatIf['before']

/** The result of the threshold simulator as a sentence, two bars and numbers. */
export function WhatIfOutcome({
  answer: { before, after },
  isChanged,
}: {
  readonly answer: WhatIf
  readonly isChanged: boolean
}) {
  const { t, formats } = useI18n()
  const rows: readonly (readonly [name: string, of: (side: Side) => string])[] = [
    [t('whatIf.level'), ({ service_level }) => formats.percent(service_level)],
    [t('whatIf.failures'), ({ failures_count }) => formats.number(failures_count)],
    [t('whatIf.notified'), ({ told_failures_count }) => formats.number(told_failures_count)],
    [t('whatIf.failureTime'), ({ failure_seconds }) => formats.duration(failure_seconds)],
    [t('whatIf.okAnalyses'), ({ ok_analyses_count }) => formats.number(ok_analyses_count)],
    [t('whatIf.failureAnalyses'), ({ failure_analyses_count }) => formats.number(failure_analyses_count)],
    [t('whatIf.unknownAnalyses'), ({ unknown_analyses_count }) => formats.number(unknown_analyses_count)],
  ]
  return (
    <section aria-labelledby="outcome" className="grid gap-4">
      <h3 id="outcome" className="sr-only">
        {t('whatIf.outcome')}
      </h3>
      <p role="status" className="max-w-prose text-lg font-medium">
        {isChanged
          ? t('whatIf.sentence', {
              failures: after.failures_count,
              notified: after.told_failures_count,
              was: before.failures_count,
              level: formats.percent(after.service_level),
              levelWas: formats.percent(before.service_level),
            })
          : t('whatIf.sentenceSame', {
              failures: before.failures_count,
              level: formats.percent(before.service_level),
            })}
      </p>
      <div className="grid gap-3">
        <Bar name={t('whatIf.before')} side={before} />
        <Bar name={t('whatIf.after')} side={after} />
      </div>
      <table className="w-full max-w-2xl text-left text-sm">
        <caption className="sr-only">{t('whatIf.outcome')}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <td />
            <th scope="col" className="py-1 pl-3 text-right font-medium">
              {t('whatIf.before')}
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-medium">
              {t('whatIf.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, format]) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-1 font-normal">
                {name}
              </th>
              <td className="py-1 pl-3 text-right">{format(before)}</td>
              <td className={`py-1 pl-3 text-right ${format(before) === format(after) ? '' : 'font-semibold'}`}>
                {format(after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bar({ name, side }: { readonly name: string; readonly side: Side }) {
  const { t, formats } = useI18n()
  const { ok_analyses_count: ok, failure_analyses_count: failure, unknown_analyses_count: unknown } = side
  const texts = {
    ok: t('whatIf.barOk', { count: ok }),
    failure: t('whatIf.barFailure', { count: failure }),
    unknown: t('whatIf.barUnknown', { count: unknown }),
  }
  return (
    <div className="grid items-center gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <p className="text-sm font-medium">{name}</p>
      <SharesBar
        label={`${name}: ${formats.list(Object.values(texts))}`}
        shares={[
          { name: texts.ok, value: ok, color: 'var(--ok-fill)', height: 0.6 },
          { name: texts.failure, value: failure, color: 'var(--failure-fill)', height: 1 },
          { name: texts.unknown, value: unknown, color: 'var(--unknown-fill)', height: 0.25 },
        ]}
      />
    </div>
  )
}
