import type { AnyResource, Operation } from '@wachta/resource'
import { createSensorSettings } from '@wachta/testing/api/sensor-settings'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { createFixture } from '../fuzz/fixture.ts'
import { type Random, randomAt } from '../fuzz/random.ts'
import type { Key, World } from '../fuzz/world.ts'
import { makeWrite } from '../past/writes.ts'
import { getRelation, type Person, people } from './cast.ts'
import { guesses, listMailedLinkRequests, listTakeovers, loadTargetRows, type TargetRows } from './deliberate.ts'
import { createCredentials, type PlantedSecrets, plant } from './plant.ts'
import { type ApiStage, type Outcome, type SpoilOperation, startApiStage, type TakeoverRequest } from './stage.ts'
import { allJewels, type Row, table } from './table.ts'
import type { Tally } from './tally.ts'
import { type ApiThief, createThieves } from './thieves.ts'

interface ApiOptions {
  /** The number of generated requests of each thief to each writing operation; reading operations get one. */
  readonly tries: number
  readonly seed: number
  readonly spoil?: SpoilOperation | undefined
  readonly only?: string | undefined
  /** The share of the requests that is sent; less than 1 for a short run. */
  readonly share: number
}

/** Every thief sends everything that it could try to every operation. */
export async function tryApi(options: ApiOptions, tally: Tally): Promise<void> {
  await using api = await startApi({ sensors: await createSensorSettings() })
  const { registry } = api.interface.context.searcher
  const { vault } = api.interface.context
  const { restoreAll: _, ...known } = await createFixture(api.owner, registry, vault)
  const planted = await plant(api.owner, vault)
  const thieves = await createThieves(api)
  const { replays, answered } = await createCredentials(api)
  const secrets = [...known.secrets, ...planted.secrets, ...answered].filter((secret) => secret.length > 8)
  await using stage = await startApiStage(api, options.spoil)
  const world: World = {
    ...known,
    operations: stage.writing,
    registry,
    known: { ...known.known, ...withoutSecrets },
    links: {},
  }
  const setup = { planted, replays, stage, aims: await loadTargets(api, world) }
  for (const [index, thief] of thieves.entries()) {
    if (!thief.name.includes(options.only ?? '')) continue
    const row = table[thief.name]
    if (!row) throw new Error(`the table has no row for ${thief.name}`)
    const judge = createJudge(thief, row, secrets, tally)
    for (const request of generateRequests(thief, index, setup, options))
      for (const credential of thief.credentials) await judge(request, await send(stage, thief, request, credential))
  }
  if (options.only !== undefined) return
  const unused = Object.keys(table).filter((name) => !thieves.some((thief) => thief.name === name))
  for (const name of unused) tally.addGap(`no attacker has the name ${name}`)
  for (const jewel of allJewels) if (!tally.changedJewels.has(jewel)) tally.addGap(`never changed: ${jewel}`)
}

/** Removes values that the generator knows in other proofs, but an attacker does not. */
const withoutSecrets = {
  password: [...guesses.passwords.filter(({ length }) => length >= 6)],
  token: [...guesses.tokens.slice(0, 3)],
  code: [...guesses.codes],
}

interface AttackTarget {
  readonly person: Person
  readonly world: World
  readonly holdings: TargetRows
}

/** Returns the rows of each account that attackers can target. */
async function loadTargets(api: TestApi, world: World): Promise<ReadonlyMap<number, AttackTarget>> {
  const found = new Map<number, AttackTarget>()
  for (const person of Object.values(people)) {
    const ownKeys = new Map(world.own)
    for (const resource of world.registry.all) {
      const keys = await loadKeys(api, resource, person.id)
      // An account without rows of a kind is still the target of other requests.
      if (keys.length > 0) ownKeys.set(resource.name, keys)
    }
    found.set(person.id, {
      person,
      world: { ...world, own: ownKeys },
      holdings: await loadTargetRows(api.owner, person.id),
    })
  }
  return found
}

async function loadKeys(api: TestApi, { table: of, key, owner }: AnyResource, id: number): Promise<Key[]> {
  if (owner === null) return []
  const rows = await api.owner.query(
    sql<{
      key: Key
    }>`select ${sql.id(key)} as key from ${sql.table(of)} where ${sql.id(owner)} = ${id} order by 1 limit 30`,
  )
  return rows.map((row) => row.key)
}

interface AttackSetup {
  readonly planted: PlantedSecrets
  readonly aims: ReadonlyMap<number, AttackTarget>
  readonly replays: readonly TakeoverRequest[]
  readonly stage: ApiStage
}

function* generateRequests(
  thief: ApiThief,
  thiefIndex: number,
  { planted, aims, replays, stage }: AttackSetup,
  { tries, seed, share }: ApiOptions,
): Generator<TakeoverRequest> {
  const targets = thief.targets.map(({ id }) => aims.get(id)).filter((aim) => aim !== undefined)
  let index = thiefIndex * 100_000
  const isHolder = thief.name.endsWith('just signed in')
  // A short run still includes all requests that change a jewel.
  for (const [turn, { person, holdings }] of targets.entries())
    for (const request of listTakeovers(person, holdings))
      if ((isHolder && turn === 0) || randomAt(seed, index++).chance(share)) yield request
  yield* replays
  if (thief.name.endsWith('colleague')) yield* listMailedLinkRequests(planted.links)
  const generate = function* (operations: readonly Operation[], times: number) {
    for (const operation of operations)
      for (let time = 0; time < times; time += 1) {
        const random: Random = randomAt(seed, index++)
        const { world } = random.pick(targets)
        if (random.chance(share)) yield makeWrite(operation, random, world)
      }
  }
  yield* generate(stage.writing, tries)
  yield* generate(stage.reading, 1)
}

const send = (stage: ApiStage, { headers }: ApiThief, asked: TakeoverRequest, credential: string | undefined) =>
  stage.attempt({ ...asked, headers: { ...asked.headers, ...headers } }, credential)

/** Compares the outcome of a request with the row of the attacker. */
function createJudge(thief: ApiThief, row: Row, secrets: readonly string[], tally: Tally) {
  const isPermitted = (account: number, change: string) =>
    (row.changes?.[getRelation(thief.account, account)] as readonly string[] | undefined)?.includes(change) ?? false
  const mayRead = (account: number) => row.reads?.includes(getRelation(thief.account, account)) ?? false
  return async (asked: TakeoverRequest, outcome: Outcome): Promise<void> => {
    const violations = outcome.differences
      .filter(({ account, change }) => !isPermitted(account, change))
      .map(({ account, change, entry }) => `${change} (${entry}) of account ${account}`)
    for (const { change } of outcome.differences) tally.changedJewels.add(change.replace(/ removed$/, ''))
    tally.count(
      `${thief.name}: ${asked.method} ${asked.path} ${JSON.stringify(asked.body ?? null).slice(0, 300)}`,
      [...violations, ...findShownSecrets(thief, asked, outcome, secrets, mayRead)],
      outcome.status,
    )
  }
}

function findShownSecrets(
  { canRead: sees }: ApiThief,
  { operation }: TakeoverRequest,
  outcome: Outcome,
  secrets: readonly string[],
  mayRead: (account: number) => boolean,
): string[] {
  const cookie = outcome.headers['set-cookie'] === undefined ? [] : ['a cookie is set']
  if (sees && !sees(outcome, operation)) return cookie
  const marks = [...outcome.text.matchAll(/zq(?:person|mail)(\d+)qz/g)].map(([, id]) => Number(id))
  return [
    ...cookie,
    ...secrets.filter((secret) => outcome.text.includes(secret)).map((secret) => `shows ${secret.slice(0, 12)}…`),
    ...[...new Set(marks)].filter((id) => !mayRead(id)).map((id) => `shows personal data of account ${id}`),
  ]
}
