import type { ServiceStatus } from './service-level.ts'

/** The statuses of a component, in the words that clients of Statuspage read, from best to worst. */
export const componentStatuses = [
  'operational',
  'under_maintenance',
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const

export type ComponentStatus = (typeof componentStatuses)[number]

/** The status of the whole page, in the words that clients of Statuspage read. */
export type PageIndicator = 'none' | 'maintenance' | 'minor' | 'major' | 'critical'

export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export const maintenanceStates = ['scheduled', 'in_progress', 'verifying', 'completed'] as const

export type PostState = (typeof incidentStates)[number] | (typeof maintenanceStates)[number]
export type PostImpact = 'none' | 'minor' | 'major' | 'critical' | 'maintenance'

/** How a service is doing now, as far as visitors are concerned. */
export interface ShownService {
  readonly status: ServiceStatus
  /** Whether a maintenance window is open, which either pauses monitoring or only suppresses notifications. */
  readonly isInMaintenance: boolean
  /** Whether an incident of its failure is open; while the status of a service is unknown, its last failure counts. */
  readonly isFailing: boolean
  /** Whether an alert other than that of a failure is open, such as a slow response. */
  readonly isDegraded: boolean
}

/**
 * The status of a component that is one service. A service that is paused by hand or not measured yet counts as
 * operational, so that visitors are not alarmed. One that failed when it was last measured still counts as down.
 */
export function getServiceComponentStatus(service: ShownService): ComponentStatus {
  const { status, isInMaintenance, isFailing, isDegraded } = service
  if (isInMaintenance) return 'under_maintenance'
  if (status === 'failure' || (status === 'unknown' && isFailing)) return 'major_outage'
  return isDegraded ? 'degraded_performance' : 'operational'
}

export type GroupRule =
  /** One service that fails is a partial outage, all of them a major one. */
  | { readonly kind: 'worst' }
  /** Services stand in for each other: as long as one works, performance is degraded at most. */
  | { readonly kind: 'any_up' }
  /** The percentage of services that must work: with fewer, it is a major outage. */
  | { readonly kind: 'share'; readonly percent: number }

/** The status of a component that is a group of services. Those in maintenance neither work nor fail. */
export function getGroupComponentStatus(services: readonly ShownService[], rule: GroupRule): ComponentStatus {
  const statuses = services.map(getServiceComponentStatus)
  const counted = statuses.filter((status) => status !== 'under_maintenance')
  const failed = counted.filter((status) => status === 'major_outage').length
  if (failed === 0) return findWorstStatus(statuses)
  if (failed === counted.length) return 'major_outage'
  if (rule.kind === 'any_up') return 'degraded_performance'
  if (rule.kind === 'worst') return 'partial_outage'
  return (counted.length - failed) * 100 < rule.percent * counted.length ? 'major_outage' : 'partial_outage'
}

/** The worst of several statuses; operational for none. */
export const findWorstStatus = (statuses: readonly ComponentStatus[]): ComponentStatus =>
  componentStatuses.findLast((status) => statuses.includes(status)) ?? 'operational'

/** The status of the whole page. It is critical only if more than half of the components have a major outage. */
export function summarizeStatuses(statuses: readonly ComponentStatus[]): PageIndicator {
  const worst = findWorstStatus(statuses)
  if (worst === 'operational') return 'none'
  if (worst === 'under_maintenance') return 'maintenance'
  if (worst === 'degraded_performance') return 'minor'
  const down = statuses.filter((status) => status === 'major_outage').length
  return down * 2 > statuses.length ? 'critical' : 'major'
}

/** A page shows how old its data is when the centre has not updated its time stamp for this long. */
export const staleAfterMs = 60_000
/** How often the centre updates the time stamp of a page. */
export const stampIntervalMs = 10_000
