import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { type State, states } from './state.ts'

/** How many services are in each state, as marks with numbers; states without services are left out. */
export function StateCounts({ counts }: { readonly counts: Readonly<Record<State, number>> }) {
  const { t, formats } = useI18n()
  return (
    <span className="inline-flex gap-[0.6em] font-medium">
      {states
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <span key={state} title={t(`state.${state}`)}>
            <StatusMark status={state} text={formats.number(counts[state])} large />
            <span className="sr-only">{t(`state.${state}`)}</span>
          </span>
        ))}
    </span>
  )
}
