import type { VisitorVisibility } from '@wachta/domain'
import type { PageView } from './view.ts'

/** The version of the published format; a pages process that does not know it keeps the pages that it has. */
export const publishedVersion = 1

/** Shows that the centre is running, and lists the existing pages. Written every few seconds and after each change. */
export interface PagesStamp {
  readonly version: typeof publishedVersion
  /** When the record was last read, in milliseconds since 1970. */
  readonly at: number
  /** By slug; other pages do not exist. */
  readonly pages: Readonly<Record<string, StampedPage>>
  /** By host name: domains of pages, and the installation's own host if we order its certificate. */
  readonly hosts?: Readonly<Record<string, ServedHost>>
}

export interface ServedHost {
  /** The page that is served at its root; null if all pages are served there, each below its slug. */
  readonly slug: string | null
  /** The version of the certificate of the host; null while we have obtained none for it. */
  readonly certificate: string | null
}

export interface StampedPage {
  /** Equal to that of the published page. */
  readonly contentVersion: string
  /** When this page was last read, if that was before the time of the stamp: it is broken, or waits for its turn. */
  readonly at?: number
}

/** One page in the object store: its content, and the visitors who may see it. */
export interface PublishedPage {
  readonly version: typeof publishedVersion
  /** A hash of the content, independent of when it was read. */
  readonly contentVersion: string
  /** The IP addresses and networks that may see it; null if they are not limited. Empty for a protected page. */
  readonly allowedAddresses: readonly string[] | null
  /** How visitors sign in; null if the page is not protected. */
  readonly access: VisitorAccess | null
  readonly view: PageView
}

/** How visitors sign in to a protected page. It contains no secret. */
export interface VisitorAccess {
  readonly kind: VisitorVisibility
  /** Verifies the tokens that the API has signed for this page; if null, no token is accepted. */
  readonly publicKey: string | null
  /** Tokens that were signed for an earlier generation are rejected. */
  readonly generation: number
  /** Where users sign in; null for pages of other kinds. */
  readonly signInUrl: string | null
}

export const stampKey = 'pages/stamp'

/** The prefix of all objects of a page, and of no others, so that the page can be deleted by it. */
export const getPagePrefix = (slug: string): string => `pages/views/${slug}/`

/** The key of a page in the object store. */
export const getPageKey = (slug: string): string => `${getPagePrefix(slug)}view`
