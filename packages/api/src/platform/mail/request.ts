import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { MailRequest } from './outbox.ts'

const closed = { additionalProperties: false } as const
/** 0 is nobody: a password that is asked for under a name that does not exist does the same work. */
const accountId = Type.Integer({ minimum: 0 })
const page = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const shapes = {
  activation: Type.Object({ kind: Type.Literal('activation'), accountId, page, redirectUri: page }, closed),
  password: Type.Object({ kind: Type.Literal('password'), accountId, page }, closed),
  email_address: Type.Object({ kind: Type.Literal('email_address'), accountId, to: Type.String() }, closed),
  recipient: Type.Object({ kind: Type.Literal('recipient'), accountId, to: Type.String() }, closed),
  address_change_requested: Type.Object({ kind: Type.Literal('address_change_requested'), accountId }, closed),
  username_changed: Type.Object({ kind: Type.Literal('username_changed'), accountId }, closed),
  two_factor_changed: Type.Object({ kind: Type.Literal('two_factor_changed'), accountId }, closed),
  password_changed: Type.Object({ kind: Type.Literal('password_changed'), accountId }, closed),
  address_changed: Type.Object({ kind: Type.Literal('address_changed'), accountId, to: Type.String() }, closed),
  account_closed: Type.Object({ kind: Type.Literal('account_closed'), accountId, eraseAfter: Type.String() }, closed),
} satisfies Record<MailRequest['kind'], unknown>

/** A request that no later attempt can serve either. */
export class UnservableMailError extends Error {
  override readonly name = 'UnservableMailError'
}

/** Reads what lay in the queue, which another version of us may have put there. Its values are not repeated. */
export function readRequest(payload: unknown): MailRequest {
  for (const shape of Object.values(shapes))
    if (Value.Check(shape, payload)) return payload satisfies Static<typeof shape> as MailRequest
  throw new UnservableMailError(`The job is not a mail that we know how to write: ${violation(payload)}.`)
}

function violation(payload: unknown): string {
  const kind = typeof payload === 'object' && payload !== null && 'kind' in payload ? payload.kind : undefined
  const shape = Object.entries(shapes).find(([name]) => name === kind)?.[1]
  if (!shape) return 'its kind is none of ours'
  const violations = Value.Errors(shape, payload).map(({ instancePath, message }) =>
    `${instancePath} ${message}`.trim(),
  )
  return `${kind}: ${violations.join(', ')}`
}
