import type { StatusPageValues } from './page-values.ts'

/** The same minimum as in the API. */
const minPasswordLength = 12

/** The form with its password, which is separate from the values, because the stored password cannot be read. */
export interface PasswordChange {
  readonly after: StatusPageValues
  /** Empty to keep the stored one. */
  readonly password?: string
}

export interface PasswordProgress {
  /** Whether a password is stored. */
  hasPassword: boolean
  /** The new password once it is stored. */
  password: string | undefined
}

/** Thrown before anything is sent; otherwise a page could be created without its password. */
export class PasswordTooShort extends Error {
  override readonly name = 'PasswordTooShort'
}

/** Whether saving sets a password: one was typed, or the page needs one and has none yet. */
export const setsPassword = ({ after, password = '' }: PasswordChange, { hasPassword }: PasswordProgress): boolean =>
  after.visibility === 'password' && (password !== '' || !hasPassword)

/** Checks the length. Throws PasswordTooShort. Only the API knows which passwords are easy to guess. */
export function checkPassword(change: PasswordChange, progress: PasswordProgress): void {
  const { password = '' } = change
  if (setsPassword(change, progress) && [...password].length < minPasswordLength) throw new PasswordTooShort()
}
