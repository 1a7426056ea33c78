import { type Status, StatusMark } from './status-mark.tsx'

interface Counter<T extends string> {
  readonly value: T
  readonly status: Status
  readonly label: string
  readonly count: number
  /** The number as text. */
  readonly text: string
}

interface CounterStripProps<T extends string> {
  readonly label: string
  readonly counters: readonly Counter<T>[]
  readonly chosen: T | null
  readonly onChoose: (value: T | null) => void
}

/**
 * Counters side by side in one strip, on a phone too, where names may take two lines. Each is a toggle that filters the
 * list below.
 */
export function CounterStrip<T extends string>({ label, counters, chosen, onChoose }: CounterStripProps<T>) {
  return (
    <fieldset className="mb-4 flex overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <legend className="sr-only">{label}</legend>
      {counters.map(({ value, status, label: name, count, text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(chosen === value ? null : value)}
          className="grid min-w-min flex-auto sm:min-w-0 sm:flex-1 content-start justify-items-center gap-1 border-line px-0.5 py-2.5 -outline-offset-2 not-last:border-r hover:bg-hover aria-pressed:bg-accent-soft sm:justify-items-start sm:px-4 sm:py-3"
        >
          <span
            className={`text-2xl leading-none font-semibold ${count === 0 ? 'text-muted' : status === 'failure' ? 'text-failure' : ''}`}
          >
            {text}
          </span>
          <span className="flex max-w-full items-center gap-x-1.5 gap-y-1 max-sm:flex-col">
            <StatusMark status={status} />
            <span className="text-sm wrap-normal max-sm:text-center max-sm:text-xs max-sm:leading-tight sm:truncate">
              {name}
            </span>
          </span>
        </button>
      ))}
    </fieldset>
  )
}
