import type { Database } from '@wachta/database'
import type { Operation, Registry } from '@wachta/resource'
import type { Log } from '@wachta/runtime'
import type { Vault } from '@wachta/runtime/vault'
import type { FastifyRequest } from 'fastify'
import type { Authenticator } from '../authentication/authenticator.ts'
import type { SecurityLog } from '../authentication/security-log.ts'
import type { WriteLimiter } from './limit-account-writes.ts'
import type { RequestLimit } from './request-limit.ts'

export interface ServerParts {
  readonly operations: readonly Operation[]
  readonly registry: Registry
  readonly database: Database
  readonly vault: Pick<Vault, 'seal'>
  readonly authenticator: Authenticator
  readonly limit: RequestLimit
  readonly limitWrites: WriteLimiter
  readonly log: Log
  /** The number of this cell, which secrets carry. */
  readonly cellNumber: number
  readonly now: () => Date
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  readonly security?: SecurityLog
  /** The public URL of this installation. */
  readonly publicUrl?: string
  readonly observe?: (operation: string, status: number, seconds: number) => void
  /** Receives a function that returns how many streams are open. */
  readonly onStreams?: (count: () => number) => void
}

/** A request for an operation, and the address it came from. */
export interface IncomingRequest {
  readonly operation: Operation
  readonly request: FastifyRequest
  readonly address: string
}
