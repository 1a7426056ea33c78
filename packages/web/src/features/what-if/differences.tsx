import type { WhatIf } from '@wachta/client'
import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { type Status, StatusMark } from '../../ui/status-mark.tsx'
import { type Difference, listDifferences } from './compared.ts'

const marks: Readonly<Record<Difference['kind'], Status>> = { gained: 'failure', lost: 'ok', unnotified: 'paused' }
/** The maximum number of differences shown; of the rest, only the number is shown. */
const maxShown = 50

/** The failures that the changed rules would add, remove or no longer notify of. */
export function Differences({ answer, isChanged }: { readonly answer: WhatIf; readonly isChanged: boolean }) {
  const { t, formats } = useI18n()
  const found = useMemo(() => listDifferences(answer.before.failures, answer.after.failures), [answer])
  if (!isChanged) return null
  return (
    <section aria-labelledby="differences">
      <h3 id="differences" className="mb-2 font-semibold">
        {t('whatIf.differences')}
      </h3>
      {found.length === 0 && <p className="text-muted">{t('whatIf.noDifference')}</p>}
      <ul className="grid">
        {found.slice(0, maxShown).map(({ kind, failure }) => (
          <li
            key={`${kind} ${failure.start_time}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line py-1.5"
          >
            <span className="w-full sm:w-44">
              <StatusMark status={marks[kind]} text={t(`whatIf.kind.${kind}`)} />
            </span>
            <span>{formats.dateTime(failure.start_time)}</span>
            <span className="text-muted">
              {failure.end_time === null
                ? t('whatIf.lasts', { time: formats.duration(failure.duration_seconds) })
                : formats.duration(failure.duration_seconds)}
            </span>
          </li>
        ))}
      </ul>
      {found.length > maxShown && (
        <p className="py-2 text-muted">{t('whatIf.more', { count: found.length - maxShown })}</p>
      )}
    </section>
  )
}
