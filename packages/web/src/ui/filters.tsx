import type { ReactNode } from 'react'

/** The filters of a list, in a row above it. */
export function Filters({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <search aria-label={label} className="mb-3 flex flex-wrap items-center gap-2">
      {children}
    </search>
  )
}
