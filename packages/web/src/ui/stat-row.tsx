export interface Stat {
  readonly name: string
  /** Undefined while it is loading. */
  readonly value: string | undefined
}

interface StatRowProps {
  readonly label: string
  readonly stats: readonly Stat[]
}

/** Values side by side, each below its name. */
export function StatRow({ label, stats }: StatRowProps) {
  return (
    <section aria-label={label} className="mb-6 rounded-lg border border-line bg-surface shadow-card">
      <dl className="grid grid-cols-2 gap-x-5 gap-y-3 px-4 py-3 sm:flex sm:flex-wrap sm:justify-between">
        {stats.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value ?? '…'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
