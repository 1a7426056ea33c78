import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** What will be here, and how it gets here. */
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Nothing to show is a chance to say what the place is for. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="grid max-w-prose gap-2 py-10">
      <p className="font-medium">{title}</p>
      <div className="text-muted">{children}</div>
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
