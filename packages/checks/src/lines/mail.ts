import { CheckFailure } from '../failure.ts'
import type { ProtocolErrors } from './lines.ts'

export const mailErrorTypes: ProtocolErrors = { greeting: 'mail_greeting_invalid', command: 'mail_command_failed' }

export const createStarttlsMissingFailure = (command: string) =>
  new CheckFailure('mail_starttls_missing', `the server does not offer ${command}`)

export const createLoginUnavailableFailure = (offered: string) =>
  new CheckFailure('mail_login_unavailable', `no way to log in with a password: ${offered}`)
