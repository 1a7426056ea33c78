import type { PageTexts } from './page-texts.ts'
import { getTexts } from './texts.ts'
import { getTimes, type PageTimes } from './times.ts'
import type { PageLanguage, PageView } from './view.ts'

export interface RenderOptions {
  readonly language: PageLanguage
  /** In milliseconds since 1970. */
  readonly now: number
  /** Null while the centre works; otherwise the time of its data. */
  readonly staleSince: number | null
}

/** The data that every renderer needs. */
export interface PageContext {
  readonly view: PageView
  readonly language: PageLanguage
  readonly now: number
  readonly staleSince: number | null
  readonly texts: PageTexts
  readonly times: PageTimes
}

export function createContext(view: PageView, { language, now, staleSince }: RenderOptions): PageContext {
  const texts = getTexts(language)
  return { view, language, now, staleSince, texts, times: getTimes(texts.locale, view.timeZone) }
}

/** The time of outdated data, `14:32`, or `17 Nov, 14:32` on another day; null if the data is current. */
export function getStaleTime({ staleSince, times, now }: PageContext): string | null {
  if (staleSince === null) return null
  return times.dayKey(staleSince) === times.dayKey(now) ? times.time(staleSince) : times.dateTime(staleSince)
}

/** Marks a title if the data is outdated, for formats that show little else. */
export function addStaleSuffix(title: string, context: PageContext): string {
  const time = getStaleTime(context)
  return time === null ? title : `${title} (${context.texts.dataAsOf(time)})`
}

/** The query parameter by which visitors choose a language. */
export const languageParameter = 'lang'
