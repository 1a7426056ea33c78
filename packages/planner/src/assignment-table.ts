import { type Digest, digestRevisions } from '@wachta/bus'
import type { DesiredAssignments } from './desired.ts'

/** What hangs on the board for one sensor and one service. */
export interface PostedAssignment {
  readonly identity: string
  readonly newest: number
}

/** One message that has to go out; no assignment: what hangs there is to be taken down. */
export interface Post {
  readonly sensor_id: number
  readonly service_id: number
  readonly desired: DesiredAssignments | null
}

/**
 * What the centre has told each sensor, and what it ought to have told it. The difference is what is to be published;
 * the digest of what was published is what sensors compare themselves with.
 */
export class AssignmentTable {
  readonly #wanted = new Map<number, Map<number, DesiredAssignments>>()
  readonly #posted = new Map<number, Map<number, PostedAssignment>>()
  readonly #sensorsOf = new Map<number, Set<number>>()
  readonly #changed = new Set<number>()
  readonly #digests = new Map<number, Digest>()
  /** Since when something is to be told of a service. */
  readonly #since = new Map<number, number>()
  readonly #now: () => number
  #keys: ReadonlyMap<number, string> = new Map()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Pairs of a service and a sensor that is to watch it. */
  get assignments(): number {
    let count = 0
    for (const services of this.#wanted.values()) count += services.size
    return count
  }

  /** How many services have something to be told of, and how long the first of them has waited. */
  get waiting(): { readonly services: number; readonly age_ms: number } {
    let first = this.#now()
    for (const since of this.#since.values()) first = Math.min(first, since)
    return { services: this.#since.size, age_ms: this.#now() - first }
  }

  /** The keys that secrets are encrypted to. Whoever has another one than before gets everything secret again. */
  encryptTo(keys: ReadonlyMap<number, string>): void {
    for (const [sensor_id, services] of this.#wanted) {
      if (keys.get(sensor_id) === this.#keys.get(sensor_id)) continue
      for (const [service_id, { hasSecrets }] of services) if (hasSecrets) this.#change(service_id)
    }
    this.#keys = keys
  }

  get keys(): ReadonlyMap<number, string> {
    return this.#keys
  }

  /** What a service is to be watched by, in place of what was wanted of it before. */
  want(service_id: number, desired: readonly DesiredAssignments[]): void {
    for (const sensor_id of this.#sensorsOf.get(service_id) ?? []) this.#wanted.get(sensor_id)?.delete(service_id)
    for (const one of desired) mapOf(this.#wanted, one.sensor_id).set(service_id, one)
    this.#sensorsOf.set(service_id, new Set(desired.map(({ sensor_id }) => sensor_id)))
    this.#change(service_id)
  }

  /** What a stream that was there before says was published. */
  found(sensor_id: number, service_id: number, posted: PostedAssignment): void {
    mapOf(this.#posted, sensor_id).set(service_id, posted)
    this.#digests.delete(sensor_id)
    this.#change(service_id)
  }

  /** The stream is gone, and everything that was published with it. */
  lost(): void {
    for (const services of this.#posted.values()) for (const service_id of services.keys()) this.#change(service_id)
    for (const services of this.#wanted.values()) for (const service_id of services.keys()) this.#change(service_id)
    this.#posted.clear()
    this.#digests.clear()
  }

  /** A sensor holds something else than it was told, and reading again does not help: all of it goes out once more. */
  repeat(sensor_id: number): void {
    const services = this.#posted.get(sensor_id) ?? new Map<number, PostedAssignment>()
    for (const [service_id, posted] of services) {
      services.set(service_id, { ...posted, identity: '' })
      this.#change(service_id)
    }
  }

  /** Messages to publish, at most so many services at a time. Each must be confirmed by `published`. */
  due(services: number): Post[] {
    const posts: Post[] = []
    let count = 0
    for (const service_id of this.#changed) {
      if (count === services) break
      this.#changed.delete(service_id)
      const posted = this.#postsOf(service_id)
      if (posted.length > 0) count += 1
      else this.#since.delete(service_id)
      posts.push(...posted)
    }
    return posts
  }

  published({ sensor_id, service_id, desired }: Post): void {
    const services = mapOf(this.#posted, sensor_id)
    if (desired === null) services.delete(service_id)
    else services.set(service_id, { identity: this.identityOf(desired), newest: desired.newest })
    this.#digests.delete(sensor_id)
  }

  /** Could not be published: to be tried again. */
  failed({ service_id }: Post): void {
    this.#change(service_id)
  }

  /** Nothing is left to be told of the service, if that is so: then how long it took. */
  settled(service_id: number): number | undefined {
    const since = this.#since.get(service_id)
    if (since === undefined || this.#changed.has(service_id)) return undefined
    this.#since.delete(service_id)
    return this.#now() - since
  }

  #change(service_id: number): void {
    this.#changed.add(service_id)
    if (!this.#since.has(service_id)) this.#since.set(service_id, this.#now())
  }

  /** What tells a message from another: what it says, and whom its secrets are for. */
  identityOf({ sensor_id, identity, hasSecrets }: DesiredAssignments): string {
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

  #postsOf(service_id: number): Post[] {
    const wanted = this.#sensorsOf.get(service_id) ?? new Set<number>()
    const posts: Post[] = []
    for (const sensor_id of wanted) {
      const desired = this.#wanted.get(sensor_id)?.get(service_id)
      const there = this.#posted.get(sensor_id)?.get(service_id)
      if (desired !== undefined && there?.identity !== this.identityOf(desired))
        posts.push({ sensor_id, service_id, desired })
    }
    for (const [sensor_id, services] of this.#posted)
      if (services.has(service_id) && !wanted.has(sensor_id)) posts.push({ sensor_id, service_id, desired: null })
    return posts
  }
}

function mapOf<V>(maps: Map<number, Map<number, V>>, key: number): Map<number, V> {
  const known = maps.get(key)
  if (known !== undefined) return known
  const made = new Map<number, V>()
  maps.set(key, made)
  return made
}
