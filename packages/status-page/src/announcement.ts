import {
  type AnnouncementTemplates,
  type announcementTexts,
  type announcementTitles,
  builtInAnnouncements,
  fillAnnouncement,
} from '@wachta/domain/announcement-text'
import { getTexts } from './texts.ts'
import { getTimes } from './times.ts'
import type { PageLanguage } from './view.ts'

/** The facts of an announcement, all of which visitors may see. Times are in milliseconds since 1970. */
export interface AnnouncementFacts {
  readonly languages: readonly PageLanguage[]
  readonly templates: AnnouncementTemplates
  readonly timeZone: string
  readonly pageTitle: string
  readonly componentNames: readonly string[]
  readonly startTime: number
  readonly endTime: number | null
}

const maxTitleLength = 200
const maxTextLength = 10_000
/** The number of components that a title or a text names, which is limited for mass failures. */
const maxNames = { title: 3, text: 30 } as const

/** Renders a title in all languages of the page, the default one first: a post has one title for all visitors. */
export function renderAnnouncementTitle(facts: AnnouncementFacts, name: (typeof announcementTitles)[number]): string {
  const titles = facts.languages.map((language) =>
    fillAnnouncement(getTemplate(facts, name, language), toValues(facts, language, 'title')),
  )
  return shortenText(joinOnce(titles, ' / '), maxTitleLength)
}

/** Renders the text of an update in all languages of the page, in the Markdown of posts. */
export function renderAnnouncementText(facts: AnnouncementFacts, name: (typeof announcementTexts)[number]): string {
  const texts = facts.languages.map((language) =>
    fillAnnouncement(getTemplate(facts, name, language), toValues(facts, language, 'text')),
  )
  return shortenText(joinOnce(texts, '\n\n'), maxTextLength)
}

type TemplateName = (typeof announcementTitles)[number] | (typeof announcementTexts)[number]

/** Returns the template of the page, or the built-in one if that is missing or empty. */
function getTemplate({ templates: { en, pl } }: AnnouncementFacts, name: TemplateName, language: PageLanguage): string {
  const ownTemplates = language === 'pl' ? pl : en
  return ownTemplates?.[name] || builtInAnnouncements[language][name]
}

function toValues(facts: AnnouncementFacts, language: PageLanguage, format: 'title' | 'text') {
  const { timeZone, pageTitle, componentNames, startTime, endTime } = facts
  const times = getTimes(getTexts(language).locale, timeZone)
  const toText = format === 'text' ? escapeMarkdown : (value: string) => value
  const toTime = (instant: number) => `${times.dateTime(instant)} ${times.zoneName(instant)}`
  // All affected components may have been deleted meanwhile.
  const names = componentNames.length > 0 ? componentNames : [pageTitle]
  return {
    components: toText(listNames(names, maxNames[format], language)),
    start: toTime(startTime),
    end: endTime === null ? '' : toTime(endTime),
    page_title: toText(pageTitle),
  }
}

function listNames(names: readonly string[], max: number, language: PageLanguage): string {
  const shown = names.slice(0, max).join(', ')
  const omittedCount = names.length - max
  if (omittedCount <= 0) return shown
  return language === 'pl' ? `${shown} i jeszcze ${omittedCount}` : `${shown} and ${omittedCount} more`
}

/** Escapes names, so that they are not parsed as Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\*_[\]`]/g, String.raw`\$&`)

/** Joins texts, but writes a text that both languages share only once. */
const joinOnce = (texts: readonly string[], separator: string): string => [...new Set(texts)].join(separator)

/** Cuts a text at a number of characters, as the database counts them, not of UTF-16 units. */
function shortenText(text: string, max: number): string {
  const characters = [...text.toWellFormed()]
  return characters.length <= max ? text.toWellFormed() : `${characters.slice(0, max - 1).join('')}…`
}
