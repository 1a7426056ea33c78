import type { StatusChange } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { Period } from './preview.ts'
import { correctionTexts } from './texts.ts'

interface RecordedStatesProps {
  readonly changes: readonly StatusChange[]
  readonly onChoose?: (period: Period) => void
}

/** The periods in which the service was down or unknown, each with a button that takes over its exact times. */
export function RecordedStates({ changes, onChoose }: RecordedStatesProps) {
  const { formats } = useI18n()
  const texts = useTexts(correctionTexts)
  const problemPeriods = changes.filter(({ status }) => status === 'failure' || status === 'unknown')
  return (
    <section aria-labelledby="states" className="mt-4">
      <h3 id="states" className="mb-1 font-medium">
        {texts('corrections.states')}
      </h3>
      {problemPeriods.length === 0 && <p className="text-sm text-muted">{texts('corrections.statesNone')}</p>}
      <ul className="max-h-60 divide-y divide-line overflow-y-auto">
        {problemPeriods.map(({ id, status, start_time, end_time, corrected }) => {
          const word = texts(`corrections.was.${status}`)
          const [from, to] = [
            formats.dateTime(start_time),
            end_time ? formats.dateTime(end_time) : texts('corrections.now'),
          ]
          const length = (end_time ? Date.parse(end_time) : Date.now()) - Date.parse(start_time)
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
              <span className="w-28">
                <StatusMark status={status} text={word} />
              </span>
              <span className="grow">
                {from} – {to} <span className="text-muted">({formats.duration(length / 1000)})</span>
                {corrected && <span className="text-muted"> · {texts('corrections.alreadyCorrected')}</span>}
              </span>
              {onChoose && (
                <Button
                  size="small"
                  aria-label={texts('corrections.takeLabel', { status: word, from, to })}
                  onClick={() => onChoose(toPeriod(start_time, end_time))}
                >
                  {texts('corrections.take')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** A period that still lasts is corrected up to the current minute. */
const toPeriod = (start: string, end: string | null): Period => ({
  start: Date.parse(start),
  end: end === null ? Math.floor(Date.now() / 60_000) * 60_000 : Date.parse(end),
})
