import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import { differences, type Json, type Kinds, type Struct, settings } from './struct.ts'

/** What a scenario finds when it begins. */
export interface Scene {
  readonly client: Client
  /** The same caller coming back later, with nothing remembered. */
  readonly again: () => Client
  /** The account of the caller, and the account that owns what it creates. */
  readonly accountId: number
  readonly ownerId: number
  readonly packageId: number
  /** Sensors that everyone may use. */
  readonly sensorIds: readonly [number, number]
  /** A dependent account of the owner, for sharing with. */
  readonly partnerId: number
  /** A name that nothing else has. */
  readonly fresh: (name: string) => string
  readonly password: string
  /** A client that signs in with something else. */
  readonly as: (username: string, password: string) => Client
}

/** The traffic of one resource of a client. */
export interface Scenario {
  readonly resource: string
  /** Who can do all of it: everybody who may write, or only the holder of an account. */
  readonly callers: 'everybody' | 'holder'
  /** The fields that the client cannot do without. */
  readonly fields: readonly string[]
  play(scene: Scene): Promise<void>
}

/** A thing to create and what becomes of it. */
export interface Lifecycle {
  /** What is sent, the client's defaults included. */
  readonly sent: Json
  /** What the server is to fill in. */
  readonly filled?: (found: Json) => void
  /** Each is laid over the object as it was read last, and the whole is sent. */
  readonly changes: readonly Json[]
}

export interface KeptResource<K extends Kinds> {
  readonly path: string
  readonly kinds: K
  /** Fields that a client reads and never sends. */
  readonly readOnly: readonly string[]
}

/** Create, read back, import, send back, change, delete, and find nothing. */
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

/** What is done with an object that is there: import it, send it back, change it. */
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

/** A read by the id alone gives all that a client has to know, and there is nothing to do about it. */
async function importOnly<K extends Kinds>({ client, again }: Scene, { path, kinds }: KeptResource<K>): Promise<void> {
  const known = await client.read(path, kinds)
  const imported = await again().read(path, kinds)
  assert.deepEqual(imported, known, `${path}: two reads of the same object differ`)
  assert.deepEqual(differences(kinds, known, imported), [], `${path}: a plan with differences`)
}

/** An object that is sent back as it was read stays as it is: as the client keeps it, and with all that it came with. */
async function sendBack<K extends Kinds>({ client }: Scene, kept: KeptResource<K>): Promise<void> {
  const { path, kinds } = kept
  const whole = await client.readWhole(path)
  await client.change(path, writable(kept, await client.read(path, kinds)))
  assert.deepEqual(await client.readWhole(path), whole, `${path} changed by being sent back`)
  await client.change(path, whole)
  assert.deepEqual(await client.readWhole(path), whole, `${path} changed by being sent back whole`)
}

/** What was changed is changed, and nothing else is. */
async function changeTo<K extends Kinds>({ client }: Scene, kept: KeptResource<K>, change: Json): Promise<void> {
  const { path, kinds } = kept
  const before = await client.read(path, kinds)
  const wanted = { ...before, ...laidOver(kinds, before, change) }
  await client.change(path, writable(kept, wanted))
  const after = await client.read(path, kinds)
  assert.deepEqual(differences(kinds, wanted, after), [], `${path} after ${JSON.stringify(change)}`)
}

/** Settings are sent whole too: those that were read, with the changed ones among them. */
const laidOver = (kinds: Kinds, before: Json, change: Json): Json =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      kinds[name] === settings ? { ...(before[name] as Json), ...(value as Json) } : value,
    ]),
  )

const writable = <K extends Kinds>({ readOnly }: KeptResource<K>, object: Struct<K> | Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !readOnly.includes(name)))
