import { Type } from 'typebox'
import { defaultTimeoutSeconds, maxTimeoutSeconds } from '../../platform/authentication/sessions.ts'

/** The idle timeout that a client requests; `limit` says how much of it is granted. */
export const timeoutField = (limit: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxTimeoutSeconds,
      default: defaultTimeoutSeconds,
      description: `Idle time in seconds before the session expires. ${limit}`,
    }),
  )

/** The fields of a session that the client sets when it signs in. */
export const sessionFields = {
  client_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'API client identifier.' })),
  scope: Type.Optional(
    Type.Unsafe<'customer' | 'administrator'>({ type: 'string', enum: ['customer', 'administrator'] }),
  ),
  timeout: timeoutField('Granted up to 14 days, with the scope administrator up to an hour.'),
}
