import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { type State, states } from '../services/state.ts'

interface CountersProps {
  readonly counts: Readonly<Record<State, number>>
  readonly chosen: State | null
  readonly onChoose: (state: State | null) => void
}

/** The number of services per state. Each is a toggle that filters the list by its state. */
export function Counters({ counts, chosen, onChoose }: CountersProps) {
  const { t, formats } = useI18n()
  return (
    <fieldset className="mb-5 grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-5">
      <legend className="sr-only">{t('counters.label')}</legend>
      {states.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? null : state)}
          className="grid justify-items-start gap-1 border-line px-4 py-3 text-left -outline-offset-2 not-last:border-r hover:bg-sunken aria-pressed:bg-accent-soft max-sm:border-b max-sm:last:col-span-2 max-sm:last:border-b-0"
        >
          <span
            className={`text-2xl leading-none font-semibold ${counts[state] > 0 && state === 'failure' ? 'text-failure' : ''} ${counts[state] === 0 ? 'text-muted' : ''}`}
          >
            {formats.number(counts[state])}
          </span>
          <StatusMark status={state} word={t(`counters.${state}`)} />
        </button>
      ))}
    </fieldset>
  )
}
