import { type Status, StatusMark, statusText } from './status-mark.tsx'

/** A mark with a sentence beside it instead of a word: it goes over several lines where there is no room. */
export function StatusNote({ status, children }: { readonly status: Status; readonly children: string }) {
  return (
    <span className={`flex items-baseline gap-1.5 font-medium ${statusText[status]}`}>
      <StatusMark status={status} />
      {children}
    </span>
  )
}
