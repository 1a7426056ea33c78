import { parseArgs } from 'node:util'
import { createQuickBodies, createWorstBodies } from './bodies.ts'
import { loadPublishedOperations, type PublishedOperation } from './document.ts'
import { createWorstQueries } from './queries.ts'
import { type Rig, startRig } from './rig.ts'

/** The longest time that a request may block the event loop, in milliseconds. */
const limitMs = 200

/** A busy machine slows everything down, so measurements over the limit are repeated, and the minimum counts. */
const maxAttempts = 3

export interface CostOptions {
  readonly isQuick?: boolean
  readonly isBroken?: boolean
  readonly only?: string
  readonly print?: (line: string) => void
}

export interface CostMeasurement {
  readonly operation: string
  readonly shape: string
  readonly ms: number
}

export interface CostReport {
  readonly operations: number
  readonly requests: number
  /** The worst of each operation, the worst first. */
  readonly worst: readonly CostMeasurement[]
}

/** npm run prove -- cost [--quick] [--only create_service] [--break] */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean' }, break: { type: 'boolean' }, only: { type: 'string' } },
  })
  const print = (line: string) => console.log(line)
  const { operations, requests, worst } = await measureCost({
    isQuick: values.quick === true,
    isBroken: values.break === true,
    ...(values.only !== undefined && { only: values.only }),
    print,
  })
  for (const { operation, shape, ms } of worst.slice(0, 10))
    print(`${ms.toFixed(0).padStart(6)} ms  ${operation}: ${shape}`)
  const worstMs = worst[0]?.ms ?? 0
  print(`${requests} requests of up to 1 MB`)
  print(`cost: ${operations} operations, worst ${Math.ceil(worstMs)} ms`)
  return operations > 0 && worstMs < limitMs ? 0 : 1
}

/** Sends the most expensive requests to every published operation, and measures how long each blocks the event loop. */
export async function measureCost({
  isQuick = false,
  isBroken = false,
  only,
  print,
}: CostOptions): Promise<CostReport> {
  const all = await loadPublishedOperations()
  const operations = only === undefined ? all : all.filter(({ id }) => only.split(',').includes(id))
  await using rig = await startRig(isBroken)
  const worst: CostMeasurement[] = []
  let requests = 0
  for (const operation of operations) {
    await rig.restore()
    // The first request of an operation compiles its schema, once per process.
    await send(rig, operation, operation.body ? { body: '{}' } : {})
    let worstOfOperation: CostMeasurement = { operation: operation.id, shape: 'none', ms: 0 }
    for (const { shape, make } of createRequests(operation, isQuick)) {
      requests += 1
      const ms = await measureMinStall(rig, operation, make()).catch((cause: unknown) => {
        throw new Error(`${operation.id}, ${shape}: no answer`, { cause })
      })
      if (ms > worstOfOperation.ms) worstOfOperation = { operation: operation.id, shape, ms }
      if (ms >= limitMs) print?.(`${ms.toFixed(0).padStart(6)} ms  ${operation.id}: ${shape}`)
    }
    worst.push(worstOfOperation)
  }
  return { operations: operations.length, requests, worst: worst.sort((one, other) => other.ms - one.ms) }
}

interface Request {
  readonly body?: string
  readonly query?: string
}

type ShapedRequest = { readonly shape: string; make(): Request }

function createRequests({ body, query }: PublishedOperation, isQuick: boolean): ShapedRequest[] {
  if (body)
    return (isQuick ? createQuickBodies : createWorstBodies)(body).map(({ shape, text }) => ({
      shape,
      make: () => ({ body: text() }),
    }))
  const queries = createWorstQueries(query).map(({ shape, text }) => ({ shape, make: () => ({ query: text }) }))
  return isQuick ? queries.slice(0, 2) : queries
}

async function measureMinStall(rig: Rig, operation: PublishedOperation, request: Request): Promise<number> {
  let minStallMs = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    minStallMs = Math.min(minStallMs, await rig.api.measureLongestStall(() => send(rig, operation, request)))
    if (minStallMs < limitMs) break
  }
  return minStallMs
}

/** Streams never end, so only the beginning of the response is read. */
async function send(rig: Rig, operation: PublishedOperation, { body, query }: Request): Promise<void> {
  const path = rig.path(operation)
  const authorization = rig.authorization(operation)
  const url = `${rig.api.url}/v3${path}${query === undefined ? '' : `${path.includes('?') ? '&' : '?'}${query}`}`
  const response = await fetch(url, {
    method: operation.method,
    headers: {
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
  else await response.arrayBuffer()
}
