import { hash } from 'node:crypto'
import { checkLogo, type LogoFault } from '@wachta/paper'
import { reject, type Violation } from '@wachta/resource'
import { type BrandingChange, contactUrlPattern, type Logo } from './schemas.ts'

/**
 * Logos are validated in a child process, one after another; while this many validations wait or run, further requests
 * are rejected.
 */
const maxWaiting = 10

let waitingCount = 0
let lastCheck: Promise<unknown> = Promise.resolve()

const faultSymbols: Readonly<Record<LogoFault, string>> = {
  too_large: 'logo_too_large',
  unreadable: 'logo_unreadable',
  not_self_contained: 'logo_not_self_contained',
}

/** Finds an invalid contact URL, because the URL is published in documents; the schema has checked its scheme. */
export const findBrandingViolations = ({ contact_url: url }: BrandingChange): Violation[] =>
  findUrlViolations(url, 'data.contact_url')

/** Finds a URL that has the right scheme but contains control characters or cannot be parsed. */
export function findUrlViolations(url: unknown, field: string): Violation[] {
  const isWrong = typeof url === 'string' && contactUrlPattern.test(url) && (/\p{C}/u.test(url) || !URL.canParse(url))
  return isWrong ? [{ symbol: 'wrong_format', field }] : []
}

/** Rejects a logo that cannot be printed. */
export async function checkUploadedLogo({ media_type, content }: Logo, field = 'data.logo'): Promise<void> {
  if (waitingCount >= maxWaiting) reject('too_busy', undefined, { seconds: 10 })
  waitingCount += 1
  const check = lastCheck.then(() => checkLogo({ media_type, content: Buffer.from(content, 'base64') }))
  lastCheck = check.catch(() => undefined)
  try {
    const fault = await check
    if (fault !== undefined) reject(faultSymbols[fault], field)
  } finally {
    waitingCount -= 1
  }
}

/** The audit log records that a picture has changed, but not the picture itself. */
export const digestPicture = (picture: Logo | null) =>
  picture && { media_type: picture.media_type, sha256: hash('sha256', Buffer.from(picture.content, 'base64')) }
