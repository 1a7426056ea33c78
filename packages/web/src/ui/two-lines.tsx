import type { ReactNode } from 'react'

interface TwoLinesProps {
  readonly children: ReactNode
  /** Secondary: an address, a description. */
  readonly below: ReactNode
}

/** A name above what belongs to it; side by side in compact tables. */
export function TwoLines({ children, below }: TwoLinesProps) {
  return (
    <div className="min-w-0 compact:flex compact:items-baseline compact:gap-3">
      <div className="truncate compact:shrink-0 compact:max-w-[60%]">{children}</div>
      {below && <div className="truncate text-sm text-muted">{below}</div>}
    </div>
  )
}
