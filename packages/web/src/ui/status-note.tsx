import { type Status, StatusMark, statusTextClasses } from './status-mark.tsx'

/** A status mark with a sentence, which can wrap. */
export function StatusNote({ status, children }: { readonly status: Status; readonly children: string }) {
  return (
    <span className={`flex items-baseline gap-1.5 font-medium ${statusTextClasses[status]}`}>
      <StatusMark status={status} />
      {children}
    </span>
  )
}
