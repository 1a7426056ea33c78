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

/** The facts for an announcement, in words that visitors may read; times in epoch milliseconds. */
export interface AnnouncementFacts {
  readonly languages: readonly PageLanguage[]
  readonly templates: AnnouncementTemplates
  readonly timeZone: string
  readonly pageTitle: string
  readonly componentNames: readonly string[]
  readonly startTime: number
  readonly endTime: number | null
}

const maxTitle = 200
const maxText = 10_000
/** Of a mass failure, a title names a few components. */
const maxNames = { title: 3, text: 30 } as const

/** Renders a title in all languages of the page, the default one first: a post has one title for all visitors. */
export function renderAnnouncementTitle(facts: AnnouncementFacts, name: (typeof announcementTitles)[number]): string {
  const titles = facts.languages.map((language) =>
    fillAnnouncement(getTemplate(facts, name, language), toValues(facts, language, 'title')),
  )
  return clip(joinOnce(titles, ' / '), maxTitle)
}

/** The same for the text of an update, in the Markdown of posts. */
export function renderAnnouncementText(facts: AnnouncementFacts, name: (typeof announcementTexts)[number]): string {
  const texts = facts.languages.map((language) =>
    fillAnnouncement(getTemplate(facts, name, language), toValues(facts, language, 'text')),
  )
  return clip(joinOnce(texts, '\n\n'), maxText)
}

type TemplateName = (typeof announcementTitles)[number] | (typeof announcementTexts)[number]

/** An empty template is none. */
function getTemplate({ templates: { en, pl } }: AnnouncementFacts, name: TemplateName, language: PageLanguage): string {
  const own = language === 'pl' ? pl : en
  return own?.[name] || builtInAnnouncements[language][name]
}

function toValues(facts: AnnouncementFacts, language: PageLanguage, format: 'title' | 'text') {
  const { timeZone, pageTitle, componentNames, startTime, endTime } = facts
  const times = getTimes(getTexts(language).locale, timeZone)
  const write = format === 'text' ? escapeMarkdown : (value: string) => value
  const toTime = (instant: number) => `${times.dateTime(instant)} ${times.zoneName(instant)}`
  // All its components may have been deleted meanwhile.
  const names = componentNames.length > 0 ? componentNames : [pageTitle]
  return {
    components: write(listNames(names, maxNames[format], language)),
    start: toTime(startTime),
    end: endTime === null ? '' : toTime(endTime),
    page_title: write(pageTitle),
  }
}

function listNames(names: readonly string[], max: number, language: PageLanguage): string {
  const shown = names.slice(0, max).join(', ')
  const others = names.length - max
  if (others <= 0) return shown
  return language === 'pl' ? `${shown} i jeszcze ${others}` : `${shown} and ${others} more`
}

/** Names must not be read as Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\*_[\]`]/g, String.raw`\$&`)

/** The same template for both languages is written once. */
const joinOnce = (texts: readonly string[], separator: string): string => [...new Set(texts)].join(separator)

/** The database counts characters, not UTF-16 units. */
function clip(text: string, max: number): string {
  const characters = [...text.toWellFormed()]
  return characters.length <= max ? text.toWellFormed() : `${characters.slice(0, max - 1).join('')}…`
}
