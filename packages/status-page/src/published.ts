import type { PageView } from './view.ts'

/** The version of what the reporter publishes; a pages process that does not know it keeps what it has. */
export const publishedVersion = 1

/** Says that the centre is there, and which pages exist. Written every few seconds, and with each change. */
export interface PagesStamp {
  readonly version: typeof publishedVersion
  /** When the record was last read, in milliseconds since 1970. */
  readonly at: number
  /** By slug. A page that is not in it does not exist. */
  readonly pages: Readonly<Record<string, StampedPage>>
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
  /** The addresses and networks that may see it; null for everybody. */
  readonly allowedAddresses: readonly string[] | null
  readonly view: PageView
}

export const stampKey = 'pages/stamp'

/** Where a page is in the object store, and nothing else: so it can be removed. */
export const pagePrefix = (slug: string): string => `pages/views/${slug}/`

/** The key of a page in the object store. */
export const pageKey = (slug: string): string => `${pagePrefix(slug)}view`
