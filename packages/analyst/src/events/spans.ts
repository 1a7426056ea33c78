import type { EventChange } from '@wachta/domain'
import type { AlertUpdate } from './alert-update.ts'

type Start = Extract<EventChange, { readonly kind: 'start' }>
type End = Extract<EventChange, { readonly kind: 'end' }>

/** One time that an event occurred, as far as it is new; with its end where it is over already. */
export interface Started {
  readonly judged: AlertUpdate
  readonly start: Start
  end: End | undefined
}

/** The end of an occurrence that is stored. */
export interface Ended {
  readonly judged: AlertUpdate
  readonly occurrence_id: number
  readonly end: End
}

/** What changes make of occurrences. */
export function loadSpans(all: readonly AlertUpdate[]): { started: Started[]; ended: Ended[] } {
  const started: Started[] = []
  const ended: Ended[] = []
  for (const judged of all) {
    const stored = judged.before?.occurrence_id ?? null
    let open: Started | undefined
    for (const change of judged.changes) {
      if (change.kind === 'start') {
        open = { judged, start: change, end: undefined }
        started.push(open)
      } else if (open !== undefined) open.end = change
      else if (stored !== null) ended.push({ judged, occurrence_id: stored, end: change })
    }
  }
  return { started, ended }
}

/** The status of an event from a time on, and the change that brought it. */
export interface StatusFrom {
  readonly status: 'inactive' | 'active'
  readonly at: number
  readonly change: EventChange | undefined
}

/** The statuses that begin, in their order; one that takes no time is left out. */
export function loadSubjectStatuses({ known, changes }: AlertUpdate): StatusFrom[] {
  const begun: StatusFrom[] = known === undefined ? [] : [{ status: 'inactive', at: known, change: undefined }]
  for (const change of changes)
    begun.push({ status: change.kind === 'start' ? 'active' : 'inactive', at: change.at, change })
  return begun.filter(({ at }, index) => begun[index + 1]?.at !== at)
}
