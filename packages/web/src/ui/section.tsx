import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** A sentence about its purpose. */
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a screen with its own heading. */
export function ScreenSection({ title, text, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-line pt-5 first:border-t-0 first:pt-0">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid gap-1">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {text && <p className="max-w-prose text-muted">{text}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
