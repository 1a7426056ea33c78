import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { differences, type Json, type Kinds, type Struct, settings } from './struct.ts'

/** The environment of a scenario. */
export interface Scene {
  readonly client: Client
  /** The same caller in a new session of the client, without any remembered state. */
  readonly again: () => Client
  /** The caller's account; `ownerId` is the account that owns the created objects. */
  readonly accountId: number
  readonly ownerId: number
  readonly packageId: number
  /** Sensors that everyone may use. */
  readonly sensorIds: readonly [number, number]
  /** A dependent account of the owner, to share groups with. */
  readonly partnerId: number
  /** Returns a unique name. */
  readonly fresh: (name: string) => string
  readonly password: string
  /** A client with other credentials. */
  readonly as: (username: string, password: string) => Client
}

/** The requests of a client for one resource. */
export interface Scenario {
  readonly resource: string
  /** Who may make all of its requests: everybody who may write, or only the holder of an account. */
  readonly callers: 'everybody' | 'holder'
  /** The fields that the client requires. */
  readonly fields: readonly string[]
  play(scene: Scene): Promise<void>
}

/** An object to create, and the changes to make to it. */
export interface Lifecycle {
  /** The body to send, including the client's defaults. */
  readonly sent: Json
  /** Asserts the values that the server fills in. */
  readonly filled?: (found: Json) => void
  /** Each change is merged into the object that was read last, and the whole object is sent. */
  readonly changes: readonly Json[]
}

export interface KeptResource<K extends Kinds> {
  readonly path: string
  readonly kinds: K
  /** Fields that a client reads, but never sends. */
  readonly readOnly: readonly string[]
}

/** Creates an object, reads it, imports it, sends it back, changes it, deletes it, and expects a 404. */
export async function live<K extends Kinds>(
  scene: Scene,
  collection: string,
  kept: Omit<KeptResource<K>, 'path'>,
  life: Lifecycle,
): Promise<void> {
  const { client } = scene
  const id = await client.create(collection, life.sent)
  const whole = { ...kept, path: `${collection}/${id}` }
  const first = await client.read(whole.path, kept.kinds)
  assert.equal(first['id'], id)
  assert.deepEqual(differences(kept.kinds, life.sent, first), [], `${whole.path} is not what was sent`)
  life.filled?.(first)
  await keep(scene, whole, life.changes)
  await end(scene, whole.path)
}

/** Imports an existing object, sends it back, and changes it. */
export async function keep<K extends Kinds>(
  scene: Scene,
  kept: KeptResource<K>,
  changes: readonly Json[],
): Promise<void> {
  await importOnly(scene, kept)
  await sendBack(scene, kept)
  for (const change of changes) await changeTo(scene, kept, change)
}

export async function end({ client }: Scene, path: string): Promise<void> {
  await client.remove(path)
  await client.readNothing(path)
}

/** Reading an object by its id returns everything that a client needs, and leaves nothing to change. */
async function importOnly<K extends Kinds>({ client, again }: Scene, { path, kinds }: KeptResource<K>): Promise<void> {
  const known = await client.read(path, kinds)
  const imported = await again().read(path, kinds)
  assert.deepEqual(imported, known, `${path}: two reads of the same object differ`)
  assert.deepEqual(differences(kinds, known, imported), [], `${path}: a plan with differences`)
}

/** Sending an object back unchanged does not change it, with only the client's fields and with all fields. */
async function sendBack<K extends Kinds>({ client }: Scene, kept: KeptResource<K>): Promise<void> {
  const { path, kinds } = kept
  const whole = await client.readWhole(path)
  await client.change(path, writable(kept, await client.read(path, kinds)))
  assert.deepEqual(await client.readWhole(path), whole, `${path} changed by being sent back`)
  await client.change(path, whole)
  assert.deepEqual(await client.readWhole(path), whole, `${path} changed by being sent back whole`)
}

/** A change affects the changed fields, and no others. */
async function changeTo<K extends Kinds>({ client }: Scene, kept: KeptResource<K>, change: Json): Promise<void> {
  const { path, kinds } = kept
  const before = await client.read(path, kinds)
  const wanted = { ...before, ...laidOver(kinds, before, change) }
  await client.change(path, writable(kept, wanted))
  const after = await client.read(path, kinds)
  assert.deepEqual(differences(kinds, wanted, after), [], `${path} after ${JSON.stringify(change)}`)
}

/** Merges a change; settings are merged key by key, because they are sent as a whole, too. */
const laidOver = (kinds: Kinds, before: Json, change: Json): Json =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      kinds[name] === settings ? { ...(before[name] as Json), ...(value as Json) } : value,
    ]),
  )

const writable = <K extends Kinds>({ readOnly }: KeptResource<K>, object: Struct<K> | Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !readOnly.includes(name)))
