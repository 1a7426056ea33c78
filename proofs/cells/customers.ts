import { type Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { apiHost } from './installation.ts'
import type { PlantedTree } from './world.ts'

const pauseMs = 300

export interface Answer {
  /** 0 if there was none. */
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
export const ask = (origin: string, path: string, { method = 'GET', token, body, agent }: Request): Promise<Answer> =>
  new Promise((resolve) => {
    const headers = {
      host: apiHost,
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = request(
      `${origin}${path}`,
      { method, headers, timeout: 20_000, ...(agent && { agent }) },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', () => resolve({ status: 0, text: '' }))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      },
    )
    sent.once('timeout', () => sent.destroy())
    sent.once('error', () => resolve({ status: 0, text: '' }))
    sent.end(body && JSON.stringify(body))
  })

/** What a customer saw who did not know of any move. */
export interface CustomerFindings {
  /** Answers that say that the session has ended or the record is gone. */
  readonly refused: readonly string[]
  /** Services of others. */
  readonly foreign: readonly string[]
  /** Names of contacts whose creation was confirmed. */
  readonly accepted: readonly string[]
  readonly requests: number
  /** The longest time for which reading, and changing, was not possible. */
  readonly longestMs: { readonly read: number; readonly write: number }
}

export interface Customer extends AsyncDisposable {
  readonly findings: CustomerFindings
}

/** Reads the services of its account and creates contacts, all the time, through the router. */
export function startCustomer(origin: string, tree: PlantedTree): Customer {
  const own = new Set(tree.services.map(({ service_id }) => service_id))
  const findings = {
    refused: [] as string[],
    foreign: [] as string[],
    accepted: [] as string[],
    requests: 0,
    longestMs: { read: 0, write: 0 },
  }
  const lastAt = { read: Date.now(), write: Date.now() }
  let isOver = false
  const note = (kind: 'read' | 'write', { status, text }: Answer, good: number) => {
    findings.requests += 1
    const now = Date.now()
    if (status === good) {
      findings.longestMs[kind] = Math.max(findings.longestMs[kind], now - lastAt[kind])
      lastAt[kind] = now
    } else if (status !== 503 && status !== 0)
      findings.refused.push(
        `${tree.name}: ${kind} answered ${status} at ${new Date(now).toISOString()}: ${text.slice(0, 200)}`,
      )
  }
  const play = async () => {
    for (let number = 0; !isOver; number += 1) {
      const read = await ask(origin, '/v3/services?limit=100', { token: tree.token })
      note('read', read, 200)
      const ids = read.status === 200 ? (JSON.parse(read.text) as { id: number }[]).map(({ id }) => id) : []
      const foreign = ids.filter((id) => !own.has(id))
      if (foreign.length > 0) findings.foreign.push(`${tree.name} sees services ${foreign.join(', ')}`)
      const name = `${tree.name}-${number}`
      const written = await ask(origin, '/v3/contacts', { method: 'POST', token: tree.token, body: { name } })
      note('write', written, 201)
      if (written.status === 201) findings.accepted.push(name)
      await wait(pauseMs)
    }
  }
  const played = play()
  return {
    findings,
    async [Symbol.asyncDispose]() {
      isOver = true
      await played
    },
  }
}
