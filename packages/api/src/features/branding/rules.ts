import { checkLogo, type LogoFault } from '@wachta/paper'
import { reject, type Violation } from '@wachta/resource'
import type { BrandingChange, Logo } from './schemas.ts'

/** A logo is tried in a process of its own, one after another; more than these wait for nothing. */
const maxWaiting = 10

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

const symbols: Readonly<Record<LogoFault, string>> = {
  too_large: 'logo_too_large',
  unreadable: 'logo_unreadable',
  not_self_contained: 'logo_not_self_contained',
}

/** Rejects what would not look right, or would lead somewhere unexpected, in a document that strangers open. */
export function checkBranding(change: BrandingChange): Violation[] {
  const { contact_url: url, contact_email_address: email } = change
  return [
    ...(typeof url === 'string' && !isWebAddress(url) ? [{ symbol: 'wrong_format', field: 'data.contact_url' }] : []),
    ...(typeof email === 'string' && !isEmailAddress(email)
      ? [{ symbol: 'wrong_format', field: 'data.contact_email_address' }]
      : []),
  ]
}

function isWebAddress(text: string): boolean {
  if (/[\s\p{C}]/u.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['https:', 'http:'].includes(protocol) && username === '' && password === ''
}

const isEmailAddress = (text: string) => /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;]+$/.test(text)

/** Rejects a logo that cannot be printed. */
export async function checkUploadedLogo({ media_type, content }: Logo): Promise<void> {
  if (waiting >= maxWaiting) reject('too_busy', undefined, { seconds: 10 })
  waiting += 1
  const mine = last.then(() => checkLogo({ media_type, content: Buffer.from(content, 'base64') }))
  last = mine.catch(() => undefined)
  try {
    const fault = await mine
    if (fault !== undefined) reject(symbols[fault], 'data.logo')
  } finally {
    waiting -= 1
  }
}
