import type { RecordedElement } from './element.ts'

/** The usual names of password fields, in the common languages of web sites. */
const passwordPattern =
  /passw|passphrase|passcode|passord|\bpwd|pwd\b|has[łl]o|kennwort|contrase[ñn]a|mot[ _-]?de[ _-]?passe|senha|parola|wachtwoord|heslo|jelsz[óo]|lozinka|[şs]ifre|l[öo]senord|salasana|adgangskode|парол|密[码碼]|パスワード|비밀번호/iu

const oneTimeCodePattern = /one[ _-]?time|\b[th]?otp\b|[_-]otp|otp[_-]|\b2fa\b|\bmfa\b|two[ _-]?factor|jednorazow/iu

/** Whether the name of the element suggests a password. Its text does not count: it may be the password itself. */
export const isNamedLikePassword = (element: RecordedElement): boolean =>
  element.hint?.type === 'password' || isNamedLike(element, passwordPattern)

/** Whether the name of a field suggests a one-time code, and its value looks like one. */
export const isOneTimeCodeField = (element: RecordedElement, value: string): boolean =>
  /^\d{6,8}$/.test(value) && isNamedLike(element, oneTimeCodePattern)

const isNamedLike = ({ alternatives }: RecordedElement, pattern: RegExp): boolean =>
  alternatives.some(({ kind, parts }) => kind !== 'text' && parts.some((part) => pattern.test(part)))
