import type { StatusPagePost } from '@wachta/client'

export type ShownPostKind = StatusPagePost['kind']
export type ShownPostState = StatusPagePost['state']
export type ShownPostImpact = StatusPagePost['impact']

/** The states of a kind, in the order in which most posts go through them. */
export const statesByKind: Readonly<Record<ShownPostKind, readonly ShownPostState[]>> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'verifying', 'completed'],
}

export const isFinalPostState = (state: ShownPostState): boolean => state === 'resolved' || state === 'completed'

export const openPostStates: readonly ShownPostState[] = Object.values(statesByKind)
  .flat()
  .filter((state) => !isFinalPostState(state))

export const incidentImpacts: readonly ShownPostImpact[] = ['none', 'minor', 'major', 'critical']

/** The most common next state. */
export function getNextState(kind: ShownPostKind, state: ShownPostState): ShownPostState {
  const states = statesByKind[kind]
  return states[Math.min(states.indexOf(state) + 1, states.length - 1)] ?? state
}
