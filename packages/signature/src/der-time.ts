import { type DerElement, DerError, tags } from './der.ts'

/** Decodes a time of a certificate, whose year has two digits until 2049, and four from 2050 on. */
export function decodeTime({ tag, body }: DerElement): Date {
  const text = body.toString('latin1')
  if (tag === tags.generalizedTime) return parseGeneralizedTime(text)
  if (tag !== tags.utcTime) throw new DerError('a time is missing')
  return parseGeneralizedTime(`${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}`)
}

/** Parses `YYYYMMDDhhmmss[.f…]Z`; the fraction must not end with a zero. */
export function parseGeneralizedTime(text: string): Date {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{0,8}[1-9])?Z$/.exec(text)
  if (match === null) throw new DerError('a time that is not canonical')
  const [, year, month, day, hour, minute, second, fraction = ''] = match
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(`${year}-${month}-${day}T${hour}`))
    throw new DerError('a time that does not exist')
  return time
}
