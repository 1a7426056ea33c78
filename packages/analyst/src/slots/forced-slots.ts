import { isFinished, openSlot, type PendingSlot } from './open-slot.ts'
import { findOpen, insertOpen, type ServiceSlots } from './service-slots.ts'

/** The request for a forced analysis, which is outside the schedule. */
export interface ForcedSlot {
  readonly service_id: number
  readonly slot: number
  /** f: forced (a manual check); c: custom, forced with other settings. */
  readonly kind: 'f' | 'c'
  readonly revision: number
  readonly sensor_ids: readonly number[]
  readonly error_tolerance: number
  readonly deadline: number
}

/** Whether a forced slot delays no other slot: it is custom, or the frontier has already passed it. */
export const isDetached = ({ kind, slot }: Pick<ForcedSlot, 'kind' | 'slot'>, frontier: number): boolean =>
  kind === 'c' || slot <= frontier

/** The forced slots of a shard: in order among the slots of their services, or detached from them. */
export class ForcedSlots {
  #detached: PendingSlot[] = []

  find(service: ServiceSlots, slot: number): PendingSlot | undefined {
    const { service_id } = service
    return (
      findOpen(service, slot) ?? this.#detached.find((open) => open.service_id === service_id && open.slot === slot)
    )
  }

  /** Opens a slot; undefined if it is already open. */
  open(service: ServiceSlots, forced: ForcedSlot): PendingSlot | undefined {
    const { service_id, slot, kind, deadline, revision, error_tolerance } = forced
    if (this.find(service, slot) !== undefined) return undefined
    const expectation = { revision, error_tolerance, sensor_ids: [...new Set(forced.sensor_ids)] }
    const open = openSlot(service_id, slot, { kind, deadline, expectation })
    if (isDetached(forced, service.frontier)) this.#detached.push(open)
    else insertOpen(service, open)
    return open
  }

  /** Removes the detached slots that may be closed. */
  takeFinished(now: number): readonly PendingSlot[] {
    return this.#take((open) => isFinished(open, now))
  }

  /** Removes the detached slots of a service. */
  takeService(service_id: number): readonly PendingSlot[] {
    return this.#take((open) => open.service_id === service_id)
  }

  #take(isWanted: (open: PendingSlot) => boolean): readonly PendingSlot[] {
    if (this.#detached.length === 0) return []
    const taken = this.#detached.filter(isWanted)
    if (taken.length > 0) this.#detached = this.#detached.filter((open) => !isWanted(open))
    return taken
  }
}
