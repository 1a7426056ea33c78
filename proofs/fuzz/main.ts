import { parseArgs } from 'node:util'
import { changesData } from '@wachta/resource'
import { parseRounds } from '../rounds.ts'
import { deriveExpectation } from './expectation.ts'
import { formatCurl } from './print.ts'
import { randomAt } from './random.ts'
import { createRequestMaker } from './requests.ts'
import { shrink } from './shrink.ts'
import { type PlantBugs, startTarget, type Target } from './target.ts'
import { type Fault, type FuzzAnswer, findFaults, maxMilliseconds } from './verdict.ts'
import { type FuzzRequest, findHeader, isTooLongForHttp } from './world.ts'

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  readonly plant?: PlantBugs
  readonly print?: (line: string) => void
}

/** A fault: how often it occurred, in how many operations, and the smallest request that causes it. */
export interface Finding extends Fault {
  request: FuzzRequest
  readonly answer: FuzzAnswer
  readonly operations: Set<string>
  count: number
}

export interface FuzzReport {
  readonly requests: number
  readonly serverErrors: number
  readonly badBodies: number
  readonly findings: readonly Finding[]
}

/** The number of concurrent requests: enough to keep the database busy while responses are checked. */
const concurrency = 8
const requestsPerRestore = 60
const maxExplained = 25

/** Sends generated requests to the whole API and judges every response. */
export async function fuzz({ requests, seed, plant, print = () => undefined }: FuzzOptions): Promise<FuzzReport> {
  await using target = await startTarget(plant)
  const make = createRequestMaker(target.world, seed)
  const findings = new Map<string, Finding>()
  const statuses = new Map<number, number>()
  const succeeded = new Set<string>()
  const counts = { requests: 0, serverErrors: 0, badBodies: 0 }

  const judge = (request: FuzzRequest, answer: FuzzAnswer, moreFaults: Fault[] = []) => {
    counts.requests += 1
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status > 0 && answer.status < 400) succeeded.add(request.operation.id)
    const faults = [
      ...findFaults(request, answer, deriveExpectation(request, target.world), target.world.secrets),
      ...moreFaults,
    ]
    if (faults.some(({ kind }) => kind === 'server error')) counts.serverErrors += 1
    if (faults.some(({ kind }) => kind === 'bad body')) counts.badBodies += 1
    for (const fault of faults) addFinding(findings, fault, request, answer)
  }

  const started = performance.now()
  for (let index = 0; counts.requests < requests; ) {
    const batch = Array.from({ length: Math.min(concurrency, requests - counts.requests) }, () => index++)
    const exchanges = await Promise.all(
      batch.map(async (number) => {
        const request = make(number)
        return [request, await target.send(request)] as const
      }),
    )
    for (const [request, answer] of exchanges) judge(request, await repeatIfSlow(request, answer))
    for (const number of batch.filter((candidate) => counts.requests < requests && shouldCompareHead(candidate, seed)))
      await compareHead(make(number))
    if (index % requestsPerRestore < concurrency || exchanges.some(hasLostCaller)) await target.restore()
  }
  const seconds = (performance.now() - started) / 1000
  print(`${Math.round(counts.requests / seconds)} requests/s`)
  print(
    `answers: ${[...statuses]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status || 'none'} × ${count}`)
      .join(', ')}`,
  )
  print(`operations: ${target.world.operations.length}, of which ${succeeded.size} also succeeded${describeMissing()}`)
  await explain(target, findings, print)
  return { ...counts, findings: [...findings.values()] }

  function describeMissing(): string {
    const never = target.world.operations.map(({ id }) => id).filter((id) => !succeeded.has(id))
    return never.length > 0 ? `; never: ${never.join(', ')}` : ''
  }

  /** Repeats a slow request alone: a busy machine is slow at times, but a request that is really slow is slow again. */
  async function repeatIfSlow(request: FuzzRequest, answer: FuzzAnswer): Promise<FuzzAnswer> {
    if (answer.milliseconds <= maxMilliseconds) return answer
    await target.restore()
    const again = await target.send(request)
    return again.milliseconds < answer.milliseconds ? again : answer
  }

  /** HEAD must return the same as GET, without the body. */
  async function compareHead(request: FuzzRequest): Promise<void> {
    if (!isPlainGet(request)) return
    const get = await target.send({ ...request, wire: true })
    // Only a raw socket shows whether a body follows.
    const head = await target.send({ ...request, method: 'HEAD', wire: true })
    const what =
      head.status !== get.status
        ? `HEAD answers ${head.status} where GET answers ${get.status}`
        : head.text === ''
          ? undefined
          : 'an answer to HEAD with a body'
    judge(request, get, what === undefined ? [] : [{ kind: 'bad body', what }])
  }
}

const isPlainGet = (request: FuzzRequest): boolean =>
  request.method === 'GET' && !request.operation.writes && request.bytes === undefined && !isTooLongForHttp(request)

const shouldCompareHead = (index: number, seed: number): boolean => randomAt(seed ^ 0x48454144, index).chance(0.08)

/** Returns whether the caller's session has ended, or its package allows no more requests. */
const hasLostCaller = ([request, { status }]: readonly [FuzzRequest, FuzzAnswer]): boolean =>
  status === 429 || (status === 401 && findHeader(request, 'authorization')?.length === 'Bearer '.length + 32)

function addFinding(findings: Map<string, Finding>, fault: Fault, request: FuzzRequest, answer: FuzzAnswer): void {
  const key = `${fault.kind}: ${fault.what}`
  const finding = findings.get(key) ?? { ...fault, request, answer, operations: new Set<string>(), count: 0 }
  finding.count += 1
  finding.operations.add(request.operation.id)
  findings.set(key, finding)
}

/** Minimises the request of each finding and prints it. */
async function explain(target: Target, findings: Map<string, Finding>, print: (line: string) => void): Promise<void> {
  const isServerError = ({ kind }: Finding) => Number(kind === 'server error')
  const worst = [...findings.values()].sort(
    (one, other) => isServerError(other) - isServerError(one) || other.count - one.count,
  )
  for (const finding of worst.slice(0, maxExplained)) {
    const { kind, what, count, operations, answer } = finding
    await target.restore()
    const causesSameFault = async (smaller: FuzzRequest) => {
      if (changesData(smaller.operation)) await target.restore()
      const expected = deriveExpectation(smaller, target.world)
      const faults = findFaults(smaller, await target.send(smaller), expected, target.world.secrets)
      return faults.some((fault) => fault.kind === kind && fault.what === what)
    }
    const isRepeatable = await causesSameFault(finding.request)
    if (isRepeatable) finding.request = await shrink(finding.request, causesSameFault)
    print(`${kind}: ${what}`)
    print(`  ${count} times on ${operations.size} operations (${[...operations].slice(0, 5).join(', ')})`)
    print(`  ${formatCurl(finding.request, target.world)}${isRepeatable ? '' : '  (not reproduced when sent alone)'}`)
    print(`  answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  }
  if (worst.length > maxExplained) print(`… and ${worst.length - maxExplained} other kinds of faults`)
}

/** `npm run prove -- fuzz --requests N [--random-seed S]` */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { requests: { type: 'string', default: '20000' }, 'random-seed': { type: 'string' } },
  })
  const seed = Number(values['random-seed'] ?? Date.now() % 1_000_000_000)
  const print = (line: string) => console.log(line)
  print(`random seed ${seed}`)
  const report = await fuzz({ requests: parseRounds(values.requests, '--requests'), seed, print })
  print(`fuzz: ${report.requests} requests, ${report.serverErrors} server errors, ${report.badBodies} bad bodies`)
  return report.serverErrors + report.badBodies > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
