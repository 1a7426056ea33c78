import { addStaleSuffix, getStaleTime, type PageContext } from './context.ts'
import { getPageUrl, getPostUrl } from './links.ts'
import { stripMarkdown } from './markdown.ts'
import { joinLines, stripControls } from './markup.ts'
import { getLastChange, getStateLabel, isCancelled, listAffected } from './shown.ts'
import { toIso } from './times.ts'
import type { PostView } from './view.ts'

/** The maintenance of a page as a calendar (RFC 5545) to subscribe to. */
export function renderCalendar(context: PageContext): string {
  const { view, texts } = context
  const time = getStaleTime(context)
  const description =
    time === null ? view.description : `${texts.dataAsOf(time)} — ${texts.whyStale} ${view.description}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wachta//Status page//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(addStaleSuffix(`${joinLines(view.title)}: ${texts.maintenance}`, context))}`,
    `X-WR-CALDESC:${escapeText(description)}`,
    `X-WR-TIMEZONE:${escapeText(context.times.timeZone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...view.posts.filter(({ kind }) => kind === 'maintenance').flatMap((post) => listEventLines(post, context)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function listEventLines(post: PostView, context: PageContext): string[] {
  const { view, texts } = context
  const affected = listAffected(view, post).map(({ name }) => joinLines(name))
  const description = [
    ...(affected.length === 0 ? [] : [`${texts.affected}: ${affected.join(', ')}`]),
    ...post.updates.map(({ state, text }) => `${getStateLabel(post, texts, state)}: ${stripMarkdown(text)}`),
  ].join('\n\n')
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(joinLines(`${post.publicId}@${view.slug}`))}`,
    `DTSTAMP:${toStamp(getLastChange(post))}`,
    `LAST-MODIFIED:${toStamp(getLastChange(post))}`,
    `SEQUENCE:${post.updates.length}`,
    `DTSTART:${toStamp(post.startTime)}`,
    // The format allows no end that is not after the start.
    ...(post.endTime === null || post.endTime <= post.startTime ? [] : [`DTEND:${toStamp(post.endTime)}`]),
    `SUMMARY:${escapeText(joinLines(post.title))}`,
    `DESCRIPTION:${escapeText(description)}`,
    ...(getPageUrl(view) === '' ? [] : [`URL:${getPostUrl(view, post)}`]),
    `STATUS:${isCancelled(post) ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** In UTC: `20261118T143200Z`. */
const toStamp = (instant: number): string => toIso(instant).replaceAll(/[-:]|\.\d{3}/g, '')

/** Escapes line breaks and separators of the format, so that no value can begin another property. */
const escapeText = (text: string): string =>
  stripControls(text)
    .replaceAll('\t', ' ')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/[\n\p{Zl}\p{Zp}]/gu, String.raw`\n`)

const maxOctets = 73

/** Lines have at most 75 octets; longer ones go on after a space, and no character is cut in two. */
function foldLine(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxOctets) {
      lines.push(current)
      current = ''
      octets = 0
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n ')
}
