import { type Digest, digestRevisions } from '@wachta/bus'
import type { DesiredAssignment } from './desired.ts'

/** The published assignment of one service to one sensor. */
export interface PostedAssignment {
  readonly identity: string
  /** The number of its newest revision. */
  readonly newest: number
}

/** A desired assignment without its content, which is only needed to publish it. */
type AssignmentVersion = Pick<DesiredAssignment, 'identity' | 'newest' | 'hasSecrets'>

/** One message to publish; without an assignment, it removes the published one. */
export interface Post {
  readonly sensor_id: number
  readonly service_id: number
  readonly desired: DesiredAssignment | null
}

/**
 * The published and the desired assignments of each sensor. The difference has to be published; sensors compare their
 * own assignments with the digest of the published ones. A cell has half a million assignments, so the table drops the
 * content of an assignment once `takeDue` has returned it. If it must be published again, it is read again.
 */
export class AssignmentTable {
  readonly #wanted = new Map<number, Map<number, AssignmentVersion>>()
  readonly #posted = new Map<number, Map<number, PostedAssignment>>()
  readonly #sensorsOf = new Map<number, readonly number[]>()
  /** Services with assignments that may have to be published. */
  readonly #changed = new Set<number>()
  /** Services whose revisions have to be read first. */
  readonly #unread = new Set<number>()
  /** By service, the content of assignments that may have to be published. */
  readonly #contents = new Map<number, readonly DesiredAssignment[]>()
  readonly #digests = new Map<number, Digest>()
  /** By service, the time since which it has had something to publish. */
  readonly #since = new Map<number, number>()
  readonly #now: () => number
  #keys: ReadonlyMap<number, string> = new Map()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The number of pairs of a service and a sensor that has to check it. */
  get assignments(): number {
    let count = 0
    for (const services of this.#wanted.values()) count += services.size
    return count
  }

  /** The number of services with something to publish, and how long the first of them has waited. */
  get waiting(): { readonly services: number; readonly ageMs: number } {
    let first = this.#now()
    for (const since of this.#since.values()) first = Math.min(first, since)
    return { services: this.#since.size, ageMs: this.#now() - first }
  }

  /** Sets the keys that secrets are encrypted to. A sensor with a new key gets all assignments with secrets again. */
  setKeys(keys: ReadonlyMap<number, string>): void {
    for (const [sensor_id, services] of this.#wanted) {
      if (keys.get(sensor_id) === this.#keys.get(sensor_id)) continue
      for (const [service_id, { hasSecrets }] of services) if (hasSecrets) this.markUnread([service_id])
    }
    this.#keys = keys
  }

  get keys(): ReadonlyMap<number, string> {
    return this.#keys
  }

  /** Services whose revisions have to be read; `setDesired` removes them from this list. */
  get unread(): readonly number[] {
    return [...this.#unread]
  }

  /** Marks services whose desired assignments may have changed. They are not published until `setDesired` is called. */
  markUnread(service_ids: Iterable<number>): void {
    for (const service_id of service_ids) {
      this.#unread.add(service_id)
      this.#wait(service_id)
    }
  }

  /** Replaces the desired assignments of a service. */
  setDesired(service_id: number, desired: readonly DesiredAssignment[]): void {
    this.#unread.delete(service_id)
    for (const sensor_id of this.#sensorsOf.get(service_id) ?? []) this.#wanted.get(sensor_id)?.delete(service_id)
    let version: AssignmentVersion | undefined
    for (const { sensor_id, identity, newest, hasSecrets } of desired) {
      // Most services have one version for all of their sensors.
      if (version?.identity !== identity) version = { identity, newest, hasSecrets }
      getOrAddMap(this.#wanted, sensor_id).set(service_id, version)
    }
    if (desired.length === 0) this.#sensorsOf.delete(service_id)
    else
      this.#sensorsOf.set(
        service_id,
        desired.map(({ sensor_id }) => sensor_id),
      )
    this.#contents.set(service_id, desired)
    this.#change(service_id)
  }

  /** Records an assignment that was found in the stream. */
  setPosted(sensor_id: number, service_id: number, posted: PostedAssignment): void {
    getOrAddMap(this.#posted, sensor_id).set(service_id, posted)
    this.#digests.delete(sensor_id)
    this.#change(service_id)
  }

  /** Records that the stream was lost with all published assignments. */
  forgetPosted(): void {
    for (const services of this.#posted.values()) this.markUnread(services.keys())
    for (const services of this.#wanted.values()) this.markUnread(services.keys())
    this.#posted.clear()
    this.#digests.clear()
  }

  /** Publishes all assignments of a sensor again, because its copies differ although it had time to read them again. */
  publishAgain(sensor_id: number): void {
    const services = this.#posted.get(sensor_id) ?? new Map<number, PostedAssignment>()
    for (const [service_id, posted] of services) services.set(service_id, { ...posted, identity: '' })
    this.markUnread(services.keys())
  }

  /**
   * Returns messages to publish, for a limited number of services. Then call `confirmPost` for each that was published
   * and `retryPost` for each that has to be tried again.
   */
  takeDue(services: number): Post[] {
    const posts: Post[] = []
    let count = 0
    for (const service_id of this.#changed) {
      if (count === services) break
      this.#changed.delete(service_id)
      if (this.#unread.has(service_id)) continue
      const due = this.#postsOf(service_id)
      if (due === undefined) this.markUnread([service_id])
      else if (due.length === 0) this.#since.delete(service_id)
      else {
        count += 1
        posts.push(...due)
      }
      this.#contents.delete(service_id)
    }
    return posts
  }

  confirmPost({ sensor_id, service_id, desired }: Post): void {
    const services = getOrAddMap(this.#posted, sensor_id)
    if (desired === null) services.delete(service_id)
    else services.set(service_id, this.#versionOf(desired))
    this.#digests.delete(sensor_id)
  }

  /**
   * Records that a message could not be published: the revisions of its service are read again before the next attempt.
   */
  retryPost({ service_id }: Post): void {
    this.markUnread([service_id])
  }

  /** If nothing is left to publish for the service, returns how long that took; otherwise undefined. */
  takeSettledMs(service_id: number): number | undefined {
    const since = this.#since.get(service_id)
    if (since === undefined || this.#changed.has(service_id) || this.#unread.has(service_id)) return undefined
    this.#since.delete(service_id)
    return this.#now() - since
  }

  #change(service_id: number): void {
    this.#changed.add(service_id)
    this.#wait(service_id)
  }

  #wait(service_id: number): void {
    if (!this.#since.has(service_id)) this.#since.set(service_id, this.#now())
  }

  /**
   * Returns the version of a published assignment. If it is still the desired one, both share one object to save
   * memory.
   */
  #versionOf(desired: DesiredAssignment): PostedAssignment {
    const wanted = this.#wanted.get(desired.sensor_id)?.get(desired.service_id)
    const identity = this.getIdentity(desired)
    return wanted?.identity === identity ? wanted : { identity, newest: desired.newest }
  }

  /** Returns the identity of a message: its content, and the key that its secrets are encrypted to. */
  getIdentity({ sensor_id, identity, hasSecrets }: AssignmentVersion & { readonly sensor_id: number }): string {
    return hasSecrets ? `${identity} ${this.#keys.get(sensor_id) ?? ''}` : identity
  }

  digest(sensor_id: number): Digest {
    const known = this.#digests.get(sensor_id)
    if (known !== undefined) return known
    const services = this.#posted.get(sensor_id) ?? new Map<number, PostedAssignment>()
    const digest = digestRevisions([...services].map(([service_id, { newest }]) => [service_id, newest]))
    this.#digests.set(sensor_id, digest)
    return digest
  }

  /** Returns the messages to publish for a service; undefined if the content of one of them is no longer in memory. */
  #postsOf(service_id: number): Post[] | undefined {
    const sensor_ids = this.#sensorsOf.get(service_id) ?? []
    const contents = this.#contents.get(service_id)
    const posts: Post[] = []
    for (const sensor_id of sensor_ids) {
      const wanted = this.#wanted.get(sensor_id)?.get(service_id)
      const posted = this.#posted.get(sensor_id)?.get(service_id)
      if (wanted === undefined || posted?.identity === this.getIdentity({ ...wanted, sensor_id })) continue
      const desired = contents?.find((one) => one.sensor_id === sensor_id)
      if (desired === undefined) return undefined
      posts.push({ sensor_id, service_id, desired })
    }
    for (const [sensor_id, services] of this.#posted)
      if (services.has(service_id) && !sensor_ids.includes(sensor_id))
        posts.push({ sensor_id, service_id, desired: null })
    return posts
  }
}

function getOrAddMap<V>(maps: Map<number, Map<number, V>>, key: number): Map<number, V> {
  const existing = maps.get(key)
  if (existing !== undefined) return existing
  const created = new Map<number, V>()
  maps.set(key, created)
  return created
}
