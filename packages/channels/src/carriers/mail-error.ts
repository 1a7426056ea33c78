import { DeliveryError } from '../delivery.ts'

/** Thrown when a mail takes too long. */
export const timeoutError: Error = new Error('the mail took too long')

/**
 * Turns an error of a mail server into a DeliveryError. Its text may contain the recipient, so only its codes are
 * reported. Only answers to RCPT and DATA are about the mail; earlier errors are for the operator to fix, so they are
 * temporary.
 */
export function toMailError(cause: unknown): DeliveryError {
  const { code, command, responseCode } = cause as Partial<Record<string, unknown>>
  const step = /^[A-Z]+/.exec(String(command ?? ''))?.[0] ?? ''
  if (typeof responseCode === 'number' && code !== 'ETLS') return toRejection(responseCode, step)
  if (code === 'EENVELOPE')
    return new DeliveryError({ answer: 'the address cannot be written into a mail', isAddressGone: true })
  if (code === 'EMESSAGE') return createPermanentError('the mail is larger than the mail server accepts')
  return new DeliveryError({
    answer: cause === timeoutError ? noAnswerInTime : (phrases[String(code)] ?? 'the mail was not sent'),
  })
}

function toRejection(status: number, step: string): DeliveryError {
  const isAboutMail = step === 'RCPT' || step === 'DATA'
  const isPermanent = isAboutMail && status >= 500 && status < 600 && !operatorProblems.has(status)
  const source = step === '' || step === 'CONN' ? 'from the mail server' : `in answer to ${step}`
  return new DeliveryError({
    answer: `${status} ${source}`,
    isPermanent,
    isAddressGone: isPermanent && step === 'RCPT',
  })
}

/** Codes about the state or authentication of the session. */
const operatorProblems: ReadonlySet<number> = new Set([503, 521, 523, 530, 534, 535, 538])

const noAnswerInTime = 'no answer from the mail server in time'
const noTls = 'the mail server offers no encryption that can be trusted'

const phrases: Readonly<Record<string, string>> = {
  ECONNECTION: 'the mail server closed the connection',
  ESOCKET: 'no connection to the mail server',
  ETIMEDOUT: noAnswerInTime,
  EDNS: 'the name of the mail server could not be looked up',
  ETLS: noTls,
  EAUTH: 'the mail server rejected our sign-in',
  ENOAUTH: 'the mail server rejected our sign-in',
  EPROTOCOL: 'the mail server sent an unexpected response',
}

const createPermanentError = (answer: string) => new DeliveryError({ answer, isPermanent: true })
