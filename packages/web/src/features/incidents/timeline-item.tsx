import type { ReactNode } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { type Status, StatusMark } from '../../ui/status-mark.tsx'

interface TimelineItemProps {
  readonly at: string
  readonly title: ReactNode
  /** The status mark; without one the entry is a plain dot on the line. */
  readonly status?: Status
  /** Whether it has not happened yet. */
  readonly isUpcoming?: boolean
  readonly children?: ReactNode
}

/** One entry on the vertical line of the timeline. */
export function TimelineItem({ at, title, status, isUpcoming = false, children }: TimelineItemProps) {
  const { formats } = useI18n()
  return (
    <li
      className={`relative ml-2 border-l pb-5 pl-6 last:pb-0 ${isUpcoming ? 'border-dashed border-edge' : 'border-line'}`}
    >
      <span
        aria-hidden="true"
        className="absolute top-0 -left-[0.8rem] flex size-6 items-center justify-center bg-paper"
      >
        {status ? <StatusMark status={status} /> : <Point isHollow={isUpcoming} />}
      </span>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <time dateTime={at} title={formats.exact(at)} className="text-sm whitespace-nowrap text-muted">
          {formats.dateTime(at)}
        </time>
        <h3 className={isUpcoming ? 'text-muted' : 'font-medium'}>{title}</h3>
      </div>
      {Boolean(children) && <div className="mt-1">{children}</div>}
    </li>
  )
}

function Point({ isHollow }: { readonly isHollow: boolean }) {
  return (
    <svg
      viewBox="0 0 12 12"
      aria-hidden="true"
      className="size-3 text-edge"
      fill={isHollow ? 'none' : 'currentColor'}
      stroke="currentColor"
    >
      <circle cx="6" cy="6" r="3" strokeWidth="1.5" />
    </svg>
  )
}
