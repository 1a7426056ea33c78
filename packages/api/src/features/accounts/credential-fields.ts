import { Type } from 'typebox'
import { tokenPattern } from '../../platform/authentication/tokens.ts'

const description = 'Send it as `Authorization: Bearer`.'

export const token = Type.String({ minLength: 32, maxLength: 37, pattern: tokenPattern, description })

export const authTokenId = Type.String({ minLength: 32, maxLength: 32, pattern: '^[0-9a-f]{32}$', description })

export const codeField = Type.String({
  minLength: 6,
  maxLength: 64,
  description: 'A code of the authenticator, or a recovery code.',
})

export const currentPassword = Type.String({ maxLength: 1024, description: "The caller's current password." })
