import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** What will be shown here, and how to add it. */
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** Explains the purpose of a list that has no content yet. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="grid max-w-prose gap-2 py-10">
      <p className="font-medium">{title}</p>
      <div className="text-muted">{children}</div>
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
