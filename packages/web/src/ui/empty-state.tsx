import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** What will be shown here, and how to add it. */
  readonly children: ReactNode
  /** What an entry could look like. */
  readonly example?: ReactNode
  /** The next step, as a button or link. */
  readonly action?: ReactNode
}

/** Explains the purpose of a list that has no content yet, with an example and the next step. */
export function EmptyState({ title, children, example, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-edge px-6 py-10 text-center">
      <p className="text-lg font-semibold">{title}</p>
      <div className="max-w-prose text-muted">{children}</div>
      {example && (
        <div className="mt-2 max-w-full rounded-md border border-line bg-surface px-4 py-2.5 text-left text-sm shadow-card">
          {example}
        </div>
      )}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
