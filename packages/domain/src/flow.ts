/** How the flow from checks to messages stands, as far as it can be seen in one look. */
export interface FlowState {
  /** Services that are watched, and those of them whose last analysis is older than it may be. */
  readonly watched: number
  readonly late: number
  /** Sensors that are switched on, and those of them that were heard lately. */
  readonly sensors: number
  readonly heard: number
  /** How long the oldest thing has waited that nobody has begun to tell. */
  readonly untold_ms: number
  /** How old the oldest message is that a way of ours does not get rid of, while it gets rid of no newer one either. */
  readonly undelivered_ms: number
  /** For how many days after today there is room. */
  readonly days_ahead: number
  readonly broker: boolean
}

/** What is wrong with the flow, in the order of the flow. */
export type FlowFault =
  | 'broker_away'
  | 'no_sensor_heard'
  | 'analyses_late'
  | 'nobody_told'
  | 'nobody_reached'
  | 'no_room_ahead'

/** One service may be late for reasons of its own; one in a hundred is the flow. */
const mostLate = 0.01
const mostUntold_ms = 120_000
/** Many a mail server lets a stranger wait for some minutes. */
const mostUndelivered_ms = 900_000
const leastDaysAhead = 1

/**
 * What is wrong; nothing where the flow is well. Only then is somebody outside told that it is, and whoever is not told
 * raises the alarm: so what is not known has to be said as if it were wrong.
 */
export function flowFaults(state: FlowState): FlowFault[] {
  const faults: FlowFault[] = []
  if (!state.broker) faults.push('broker_away')
  if (state.watched > 0 && state.sensors > 0 && state.heard === 0) faults.push('no_sensor_heard')
  if (!(state.late <= state.watched * mostLate)) faults.push('analyses_late')
  if (!(state.untold_ms <= mostUntold_ms)) faults.push('nobody_told')
  if (!(state.undelivered_ms <= mostUndelivered_ms)) faults.push('nobody_reached')
  if (!(state.days_ahead >= leastDaysAhead)) faults.push('no_room_ahead')
  return faults
}

export const isWell = (state: FlowState): boolean => flowFaults(state).length === 0
