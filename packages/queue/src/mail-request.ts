import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { PermanentJobError } from './permanent-job-error.ts'

const closed = { additionalProperties: false } as const
/** 0 means no account: requesting a password for an unknown name must take as long as for a known one. */
const accountId = Type.Integer({ minimum: 0 })
const page = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const schemas = {
  activation: Type.Object({ kind: Type.Literal('activation'), accountId, page, redirectUri: page }, closed),
  password: Type.Object({ kind: Type.Literal('password'), accountId, page }, closed),
  /** To the future address of the account; its link confirms the address. */
  email_address: Type.Object({ kind: Type.Literal('email_address'), accountId, to: Type.String() }, closed),
  /** To an address that the account wants to notify; its link gives consent. */
  recipient: Type.Object({ kind: Type.Literal('recipient'), accountId, to: Type.String() }, closed),
  /** To a recipient of a complete report. */
  report: Type.Object(
    { kind: Type.Literal('report'), accountId, report: Type.Integer({ minimum: 1 }), to: Type.String() },
    closed,
  ),
  address_change_requested: Type.Object({ kind: Type.Literal('address_change_requested'), accountId }, closed),
  username_changed: Type.Object({ kind: Type.Literal('username_changed'), accountId }, closed),
  two_factor_changed: Type.Object({ kind: Type.Literal('two_factor_changed'), accountId }, closed),
  passkey_added: Type.Object({ kind: Type.Literal('passkey_added'), accountId }, closed),
  passkey_removed: Type.Object({ kind: Type.Literal('passkey_removed'), accountId }, closed),
  passkey_clone_suspected: Type.Object({ kind: Type.Literal('passkey_clone_suspected'), accountId }, closed),
  recovery_codes_renewed: Type.Object({ kind: Type.Literal('recovery_codes_renewed'), accountId }, closed),
  password_changed: Type.Object({ kind: Type.Literal('password_changed'), accountId }, closed),
  address_changed: Type.Object({ kind: Type.Literal('address_changed'), accountId, to: Type.String() }, closed),
  account_closed: Type.Object({ kind: Type.Literal('account_closed'), accountId, eraseAfter: Type.String() }, closed),
} as const

type Schemas = typeof schemas

/** An e-mail about an account. Its link and texts are created when it is sent, so the queue never contains a token. */
export type MailRequest = { readonly [Kind in keyof Schemas]: Readonly<Static<Schemas[Kind]>> }[keyof Schemas]

export function readMailRequest(payload: unknown): MailRequest {
  if (isMailRequest(payload)) return payload
  throw new PermanentJobError(`The job does not describe a valid e-mail: ${describeViolation(payload)}.`)
}

const isMailRequest = (payload: unknown): payload is MailRequest =>
  Object.values<TSchema>(schemas).some((schema) => Value.Check(schema, payload))

/** Describes which fields are invalid, without their values, which may be addresses. */
function describeViolation(payload: unknown): string {
  const kind = typeof payload === 'object' && payload !== null && 'kind' in payload ? payload.kind : undefined
  const schema = Object.entries<TSchema>(schemas).find(([name]) => name === kind)?.[1]
  if (!schema) return 'unknown kind'
  const violations = Value.Errors(schema, payload).map(({ instancePath, message }) =>
    `${instancePath} ${message}`.trim(),
  )
  return `${kind}: ${violations.join(', ')}`
}
