import { tryParseJson } from '@wachta/domain'
import { type ObjectStore, readObjectText } from '@wachta/objects'
import { reportUnreadable } from '@wachta/runtime'
import {
  getPageKey,
  getPagePrefix,
  type PagesStamp,
  type PublishedPage,
  publishedVersion,
  stampKey,
} from '@wachta/status-page'

/** Stores the published pages in the object store. */
export interface PageStore {
  readStamp(): Promise<PagesStamp | undefined>
  writeStamp(stamp: PagesStamp): Promise<void>
  writePage(page: PublishedPage): Promise<void>
  removePage(slug: string): Promise<void>
}

export function createPageStore(objects: ObjectStore): PageStore {
  const write = (key: string, value: unknown) => objects.put(key, Buffer.from(JSON.stringify(value)))
  return {
    async readStamp() {
      const stored = await readObjectText(objects, stampKey)
      if (stored === undefined) return undefined
      const stamp = tryParseJson(stored) as PagesStamp | undefined
      // The next round writes a new stamp in place of a damaged one.
      if (stamp === undefined) reportUnreadable('pages.stamp', stampKey)
      return stamp?.version === publishedVersion ? stamp : undefined
    },
    writeStamp: (stamp) => write(stampKey, stamp),
    writePage: (page) => write(getPageKey(page.view.slug), page),
    removePage: async (slug) => void (await objects.remove(getPagePrefix(slug))),
  }
}
