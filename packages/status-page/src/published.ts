import type { VisitorVisibility } from '@wachta/domain'
import type { PageView } from './view.ts'

/** The version of the published format; a pages process that does not know it keeps the pages that it has. */
export const publishedVersion = 1

/** Says that the centre is there, and which pages exist. Written every few seconds, and with each change. */
export interface PagesStamp {
  readonly version: typeof publishedVersion
  /** When the record was last read, in milliseconds since 1970. */
  readonly at: number
  /** By slug. A page that is not in it does not exist. */
  readonly pages: Readonly<Record<string, StampedPage>>
  /** By host name: domains of pages, and the installation's own name if it has a certificate of ours. */
  readonly hosts?: Readonly<Record<string, ServedHost>>
}

export interface ServedHost {
  /** The page that is served at its root; null if all pages are served there, each below its slug. */
  readonly slug: string | null
  /** The version of its certificate; null while it has none of ours. */
  readonly certificate: string | null
}

export interface StampedPage {
  /** The same as in the object of the page. */
  readonly contentVersion: string
  /** When this page was last read, if not at the time of the stamp: because it is broken, or waits for its turn. */
  readonly at?: number
}

/** The object of one page: what visitors see, and which visitors. */
export interface PublishedPage {
  readonly version: typeof publishedVersion
  /** A hash of the content: the same content has the same version, whenever it was read. */
  readonly contentVersion: string
  /** The IP addresses and networks that may see it; null if they are not limited. Empty for a protected page. */
  readonly allowedAddresses: readonly string[] | null
  /** What visitors need; null if they need nothing. */
  readonly access: VisitorAccess | null
  readonly view: PageView
}

/** How visitors sign in to a protected page. It contains no secret. */
export interface VisitorAccess {
  readonly kind: VisitorVisibility
  /** Verifies what the api has signed for this page; null means that nothing is accepted. */
  readonly publicKey: string | null
  /** Tokens that were signed for an earlier generation are rejected. */
  readonly generation: number
  /** Where users sign in; null for pages of other kinds. */
  readonly signInUrl: string | null
}

export const stampKey = 'pages/stamp'

/** Where a page is in the object store, and nothing else: so it can be removed. */
export const getPagePrefix = (slug: string): string => `pages/views/${slug}/`

/** The key of a page in the object store. */
export const getPageKey = (slug: string): string => `${getPagePrefix(slug)}view`
