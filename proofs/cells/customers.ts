import { type Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { apiHost } from './installation.ts'
import type { PlantedTree } from './world.ts'

const pauseMs = 300

export interface Answer {
  /** 0 if there was no response. */
  readonly status: number
  readonly text: string
}

interface Request {
  readonly method?: string
  readonly token: string
  readonly body?: object
  readonly agent?: Agent
}

/** Sends a request with the host name that customers use. */
export const sendRequest = (
  origin: string,
  path: string,
  { method = 'GET', token, body, agent }: Request,
): Promise<Answer> =>
  new Promise((resolve) => {
    const headers = {
      host: apiHost,
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const outgoingRequest = request(
      `${origin}${path}`,
      { method, headers, timeout: 20_000, ...(agent && { agent }) },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', () => resolve({ status: 0, text: '' }))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      },
    )
    outgoingRequest.once('timeout', () => outgoingRequest.destroy())
    outgoingRequest.once('error', () => resolve({ status: 0, text: '' }))
    outgoingRequest.end(body && JSON.stringify(body))
  })

/** The findings of a customer who is unaware of the moves. */
export interface CustomerFindings {
  /** Unexpected responses, such as that the session has ended or the record is gone. */
  readonly unexpectedAnswers: readonly string[]
  /** Services of other customers that were returned. */
  readonly foreign: readonly string[]
  /** Names of contacts whose creation was confirmed. */
  readonly accepted: readonly string[]
  readonly requests: number
  /** The longest times without a successful read and without a successful write. */
  readonly longestMs: { readonly read: number; readonly write: number }
}

export interface Customer extends AsyncDisposable {
  readonly findings: CustomerFindings
}

/** Continuously reads the services of the account and creates contacts, through the router. */
export function startCustomer(origin: string, tree: PlantedTree): Customer {
  const ownServiceIds = new Set(tree.services.map(({ service_id }) => service_id))
  const findings = {
    unexpectedAnswers: [] as string[],
    foreign: [] as string[],
    accepted: [] as string[],
    requests: 0,
    longestMs: { read: 0, write: 0 },
  }
  const lastAt = { read: Date.now(), write: Date.now() }
  let isOver = false
  const recordAnswer = (kind: 'read' | 'write', { status, text }: Answer, expectedStatus: number) => {
    findings.requests += 1
    const now = Date.now()
    if (status === expectedStatus) {
      findings.longestMs[kind] = Math.max(findings.longestMs[kind], now - lastAt[kind])
      lastAt[kind] = now
    } else if (status !== 503 && status !== 0)
      findings.unexpectedAnswers.push(
        `${tree.name}: ${kind} answered ${status} at ${new Date(now).toISOString()}: ${text.slice(0, 200)}`,
      )
  }
  const actAsCustomer = async () => {
    for (let number = 0; !isOver; number += 1) {
      const read = await sendRequest(origin, '/v3/services?limit=100', { token: tree.token })
      recordAnswer('read', read, 200)
      const ids = read.status === 200 ? (JSON.parse(read.text) as { id: number }[]).map(({ id }) => id) : []
      const foreign = ids.filter((id) => !ownServiceIds.has(id))
      if (foreign.length > 0) findings.foreign.push(`${tree.name} sees services ${foreign.join(', ')}`)
      const name = `${tree.name}-${number}`
      const written = await sendRequest(origin, '/v3/contacts', { method: 'POST', token: tree.token, body: { name } })
      recordAnswer('write', written, 201)
      if (written.status === 201) findings.accepted.push(name)
      await wait(pauseMs)
    }
  }
  const finished = actAsCustomer()
  return {
    findings,
    async [Symbol.asyncDispose]() {
      isOver = true
      await finished
    },
  }
}
