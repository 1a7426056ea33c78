import { parseArgs } from 'node:util'
import { parseRounds } from '../rounds.ts'
import { createAccess } from './access.ts'
import { send } from './http.ts'
import { kinds, type Revocation, revocations } from './kinds.ts'
import { type Break, type Stage, startStage } from './stage.ts'

/** The number of simultaneous uses of one token, over both processes. */
const usesPerToken = 6
/** The number of races after which access is revoked in every way. */
const revokeEvery = 10
const maxRevocationDelayMs = 1000
/** How long a token is tried after its revocation. */
const observationMs = 600
const pauseMs = 20
/** How long a token may take until it works, on a busy machine. */
const startTimeoutMs = 20_000

export interface TokenReport {
  readonly races: number
  readonly won: number
  readonly doubleUses: number
  readonly revocations: number
  readonly lateRevocations: number
  readonly examples: readonly string[]
}

/** Uses each single-use token several times at once, and revokes access while it is used. */
export async function proveTokens({ rounds, broken }: { rounds: number; broken?: Break }): Promise<TokenReport> {
  await using stage = await startStage(broken)
  const report = { won: 0, doubleUses: 0, revocations: 0, lateRevocations: 0, examples: [] as string[] }
  await requireUses(stage)
  for (let round = 0; round < rounds; round += 1) {
    const kind = kinds[round % kinds.length]
    if (!kind) throw new Error('there is no kind of token')
    const use = await kind.prepare(stage)
    const used = await Promise.all(
      Array.from({ length: usesPerToken }, (_, index) => use(stage.apis[index % 2 ? 1 : 0])),
    )
    const successes = used.filter(Boolean).length
    if (successes > 0) report.won += 1
    if (successes > 1) report.examples.push(`${kind.name} used ${successes} times`)
    report.doubleUses += Math.max(0, successes - 1)
    if (round % revokeEvery > 0) continue
    const late = await Promise.all(revocations.map((each) => findLateUse(stage, each)))
    report.revocations += late.length
    report.lateRevocations += late.filter((each) => each !== undefined).length
    report.examples.push(...late.filter((each) => each !== undefined))
  }
  await requireUses(stage)
  return { races: rounds, ...report }
}

/** A single use of each kind must succeed: if nothing worked, nothing could work twice. */
async function requireUses(stage: Stage): Promise<void> {
  for (const { name, prepare } of kinds) {
    const use = await prepare(stage)
    if (!(await use(stage.apis[1]))) throw new Error(`${name}: a single use failed`)
    if (await use(stage.apis[0])) throw new Error(`${name}: a second use succeeded`)
  }
}

/** Uses an access token continuously while it is revoked. Returns a description if it worked for too long. */
async function findLateUse(stage: Stage, { name, revoke }: Revocation): Promise<string | undefined> {
  const access = await createAccess(stage)
  let revokedAt = Number.POSITIVE_INFINITY
  let latest = Number.NEGATIVE_INFINITY
  let successes = 0
  const useRepeatedly = async (api: string) => {
    for (;;) {
      const begun = performance.now()
      if (begun > revokedAt + maxRevocationDelayMs + observationMs) return
      const { status } = await send(api, '/services?limit=1', { as: `Bearer ${access.token}`, method: 'GET' })
      if (status === 200) {
        successes += 1
        latest = Math.max(latest, begun - revokedAt)
      }
      await pause(pauseMs)
    }
  }
  const using = Promise.all(stage.apis.map(useRepeatedly))
  for (const deadline = performance.now() + startTimeoutMs; successes < 5 && performance.now() < deadline; )
    await pause(pauseMs)
  if (successes === 0) {
    revokedAt = Number.NEGATIVE_INFINITY
    await using
    throw new Error(`${name}: the token did not work before it was revoked`)
  }
  await revoke(stage, access)
  revokedAt = performance.now()
  latest = Number.NEGATIVE_INFINITY
  await using
  return latest > maxRevocationDelayMs ? `${name}: still worked after ${Math.round(latest)} ms` : undefined
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** npm run prove -- tokens [--rounds 1000] [--break consume|cache] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '1000' }, break: { type: 'string' } },
  })
  const broken = values.break
  if (broken !== undefined && broken !== 'consume' && broken !== 'cache')
    throw new RangeError(`--break must be consume or cache, not ${broken}`)
  const report = await proveTokens({ rounds: parseRounds(values.rounds), ...(broken && { broken }) })
  for (const example of report.examples.slice(0, 20)) console.log(example)
  console.log(`${kinds.map(({ name }) => name).join(', ')}: ${report.won} races had a winner`)
  console.log(`${revocations.map(({ name }) => name).join(', ')}: ${report.revocations} times`)
  const { races, doubleUses, lateRevocations } = report
  console.log(`tokens: ${races} races, ${doubleUses} double uses, ${lateRevocations} late revocations`)
  return doubleUses === 0 && lateRevocations === 0 ? 0 : 1
}
