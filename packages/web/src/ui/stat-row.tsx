export interface Stat {
  readonly name: string
  /** Undefined while it is loading. */
  readonly value: string | undefined
}

interface StatRowProps {
  readonly label: string
  readonly stats: readonly Stat[]
}

/** Figures side by side, each below its name. */
export function StatRow({ label, stats }: StatRowProps) {
  return (
    <section aria-label={label} className="mb-6 rounded-lg border border-line bg-surface shadow-card">
      <dl className="flex flex-wrap gap-x-8 gap-y-3 px-4 py-3">
        {stats.map(({ name, value }) => (
          <div key={name} className="min-w-20">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{value ?? '…'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
