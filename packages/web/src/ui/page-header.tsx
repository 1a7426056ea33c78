import type { ReactNode } from 'react'

interface PageHeaderProps {
  readonly title: ReactNode
  readonly above?: ReactNode
  readonly below?: ReactNode
  readonly actions?: ReactNode
}

export function PageHeader({ title, above, below, actions }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        {above && <div className="text-sm text-muted">{above}</div>}
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {below && <div className="text-muted">{below}</div>}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 max-sm:[&>a]:px-2.5 max-sm:[&>button]:px-2.5">{actions}</div>
      )}
    </header>
  )
}
