import type { EventChange } from '@wachta/domain'
import type { AlertUpdate } from './alert-update.ts'

type StartChange = Extract<EventChange, { readonly kind: 'start' }>
type EndChange = Extract<EventChange, { readonly kind: 'end' }>

/** A new alert, with its end if it is already over. */
export interface StartedAlert {
  readonly update: AlertUpdate
  readonly start: StartChange
  end: EndChange | undefined
}

/** The end of a stored alert. */
export interface EndedAlert {
  readonly update: AlertUpdate
  readonly occurrence_id: number
  readonly end: EndChange
}

/** Collects the alerts that start and end with the updates. */
export function collectAlerts(all: readonly AlertUpdate[]): { started: StartedAlert[]; ended: EndedAlert[] } {
  const started: StartedAlert[] = []
  const ended: EndedAlert[] = []
  for (const update of all) {
    const storedId = update.before?.occurrence_id ?? null
    let open: StartedAlert | undefined
    for (const change of update.changes) {
      if (change.kind === 'start') {
        open = { update, start: change, end: undefined }
        started.push(open)
      } else if (open !== undefined) open.end = change
      else if (storedId !== null) ended.push({ update, occurrence_id: storedId, end: change })
    }
  }
  return { started, ended }
}

/** The status of an alert rule on a service from a time on, and the change that caused it. */
export interface RuleStatusStart {
  readonly status: 'inactive' | 'active'
  readonly at: number
  readonly change: EventChange | undefined
}

/** Returns the statuses that begin, in order; a status of zero length is left out. */
export function toSubjectStatuses({ knownSince, changes }: AlertUpdate): RuleStatusStart[] {
  const statuses: RuleStatusStart[] =
    knownSince === undefined ? [] : [{ status: 'inactive', at: knownSince, change: undefined }]
  for (const change of changes)
    statuses.push({ status: change.kind === 'start' ? 'active' : 'inactive', at: change.at, change })
  return statuses.filter(({ at }, index) => statuses[index + 1]?.at !== at)
}
