import { useI18n } from '../../app/i18n/language.tsx'
import { CounterStrip } from '../../ui/counter-strip.tsx'
import { type State, states } from '../services/state.ts'

interface CountersProps {
  readonly counts: Readonly<Record<State, number>>
  readonly chosen: State | null
  readonly onChoose: (state: State | null) => void
}

/** The number of services per state. Each is a toggle that filters the list by its state. */
export function Counters({ counts, chosen, onChoose }: CountersProps) {
  const { t, formats } = useI18n()
  const counters = states.map((state) => ({
    value: state,
    status: state,
    label: t(`counters.${state}`, { count: counts[state] }),
    count: counts[state],
    text: formats.number(counts[state]),
  }))
  return <CounterStrip label={t('counters.label')} counters={counters} chosen={chosen} onChoose={onChoose} />
}
