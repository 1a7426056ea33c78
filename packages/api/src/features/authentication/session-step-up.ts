import { closed, nameSchema, type Operation, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { checkProof, type Proof } from '../../platform/authentication/step-up.ts'
import type { ApiContext } from '../../platform/context.ts'
import { codeField, currentPassword } from '../accounts/credential-fields.ts'

/** The step-up operation: after the password is entered again, the session may change access for a few minutes. */
export const stepUpOperation = (context: ApiContext): Operation => ({
  id: 'step_up_session',
  method: 'POST',
  path: '/sessions/step_up',
  tag: 'sessions',
  summary: 'Confirm the calling session with the current password and, with 2FA on, a code. It is valid for 5 minutes.',
  description:
    'Changing e-mail address, username, password, 2FA or the allow-list, adding users, creating API keys, observing and closing accounts are rejected with `step_up_required` without it. Signing in counts as a step-up; a request with Basic carries the password itself and needs none.',
  access: 'customer',
  body: nameSchema('step_up_data', Type.Object({ password: currentPassword, code: Type.Optional(codeField) }, closed)),
  status: 204,
  // `secret` disables idempotency keys: the code is checked in a transaction of its own, whose answer would be stored
  // for the key and replayed instead of confirming the session.
  secret: true,
  slow: true,
  admits: 'without_two_factor',
  async handle(call) {
    const { accountId, sessionId } = call.caller
    if (sessionId === null) return reject('session_required')
    await checkProof(context, call.body as Proof, call)
    return call.transaction(async ({ db, now, record }) => {
      await db.query(sql`update session set stepped_up_at = ${now} where id = ${sessionId}`)
      const after = { stepped_up_at: now.toISOString() }
      await record({ resource: 'session', id: sessionId, accountId, before: null, after })
      return undefined
    })
  },
})
