import type { ComponentStatus, GroupRule } from './status-page.ts'

/** The values that decide the status of a component. */
export interface ComponentSource {
  readonly serviceId: number | null
  readonly groupId: number | null
  readonly manualStatus: ComponentStatus | null
  readonly groupRule: GroupRule['kind']
  /** A percentage. */
  readonly groupShare: number
  readonly showsResponseTime: boolean
}

export const groupRules = ['worst', 'any_up', 'share'] as const satisfies readonly GroupRule['kind'][]
export const defaultGroupRule = 'worst'
export const defaultGroupShare = 50

export type ComponentProblem =
  /** It is not exactly one of service, group and manual. */
  | { readonly reason: 'source' }
  /** It has a setting that only another kind of component uses. */
  | { readonly reason: 'unused'; readonly setting: 'group_rule' | 'group_share' | 'shows_response_time' }

/** Finds what is missing, contradictory or without effect in a component. */
export function findComponentProblems(component: ComponentSource): ComponentProblem[] {
  const { serviceId, groupId, manualStatus, groupRule, groupShare, showsResponseTime } = component
  const sources = [serviceId, groupId, manualStatus].filter((source) => source !== null)
  if (sources.length !== 1) return [{ reason: 'source' }]
  const rule = groupId === null ? null : groupRule
  const unused = [
    ...(rule === null && groupRule !== defaultGroupRule ? (['group_rule'] as const) : []),
    ...(rule !== 'share' && groupShare !== defaultGroupShare ? (['group_share'] as const) : []),
    // A component whose status is set by people has no measurements.
    ...(manualStatus !== null && showsResponseTime ? (['shows_response_time'] as const) : []),
  ]
  return unused.map((setting) => ({ reason: 'unused', setting }))
}
