import { hash } from 'node:crypto'
import { checkLogo, type LogoFault } from '@wachta/paper'
import { reject, type Violation } from '@wachta/resource'
import { type BrandingChange, contactUrlPattern, type Logo } from './schemas.ts'

/**
 * Logos are validated in a child process, one after another; with more requests than this waiting, further ones are
 * rejected.
 */
const maxWaiting = 10

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

const symbols: Readonly<Record<LogoFault, string>> = {
  too_large: 'logo_too_large',
  unreadable: 'logo_unreadable',
  not_self_contained: 'logo_not_self_contained',
}

/** Rejects an invalid URL, because it is published in documents; the schema rejects other schemes. */
export const checkBranding = ({ contact_url: url }: BrandingChange): Violation[] =>
  findUrlViolations(url, 'data.contact_url')

/** Finds an address with the right scheme that leads nowhere. */
export function findUrlViolations(url: unknown, field: string): Violation[] {
  const isWrong = typeof url === 'string' && contactUrlPattern.test(url) && (/\p{C}/u.test(url) || !URL.canParse(url))
  return isWrong ? [{ symbol: 'wrong_format', field }] : []
}

/** Rejects a logo that cannot be printed. */
export async function checkUploadedLogo({ media_type, content }: Logo, field = 'data.logo'): Promise<void> {
  if (waiting >= maxWaiting) reject('too_busy', undefined, { seconds: 10 })
  waiting += 1
  const mine = last.then(() => checkLogo({ media_type, content: Buffer.from(content, 'base64') }))
  last = mine.catch(() => undefined)
  try {
    const fault = await mine
    if (fault !== undefined) reject(symbols[fault], field)
  } finally {
    waiting -= 1
  }
}

/** The audit log records that a picture has changed, but not the picture itself. */
export const digestPicture = (picture: Logo | null) =>
  picture && { media_type: picture.media_type, sha256: hash('sha256', Buffer.from(picture.content, 'base64')) }
