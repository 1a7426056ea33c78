import type { PostImpact, PostState } from '@wachta/domain'
import { toSafeUrl } from '../links.ts'
import { renderMarkdown, stripMarkdown, toExcerpt } from '../markdown.ts'
import { joinLines, markup, noMarkup } from '../markup.ts'
import type { PageTexts } from '../page-texts.ts'
import { getStateLabel } from '../shown.ts'
import { getTexts } from '../texts.ts'
import { getTimes, type PageTimes, toIso } from '../times.ts'
import { renderMailDocument } from './mail-document.ts'
import type { MailContext, SubscriberMail } from './message-page.ts'
import { subscriberTexts } from './subscriber-texts.ts'

/** The content of a notification to subscribers: a post with its newest update. Times in milliseconds since 1970. */
export interface Bulletin extends MailContext {
  readonly post: {
    readonly publicId: string
    readonly kind: 'incident' | 'maintenance'
    readonly title: string
    readonly state: PostState
    readonly impact: PostImpact
    readonly startTime: number
    readonly endTime: number | null
  }
  readonly update: {
    readonly publicId: string
    readonly state: PostState
    /** Restricted Markdown. */
    readonly text: string
    readonly time: number
  } | null
  readonly components: readonly { readonly publicId: string; readonly name: string }[]
}

export interface SubscriptionLinks {
  readonly manageUrl: string
  readonly unsubscribeUrl: string
}

/** The e-mail of a bulletin, in the language of its reader. */
export function renderBulletinMail(bulletin: Bulletin, links: SubscriptionLinks): SubscriberMail {
  const { page, language, post, update } = bulletin
  const { subject, state, when, affected } = describeBulletin(bulletin)
  const texts = subscriberTexts[language]
  const url = getBulletinUrl(bulletin)
  const main = markup`<h1 style="margin:0 0 8px;font-size:22px;line-height:1.3">${joinLines(post.title)}</h1>
<p style="margin:0 0 16px"><strong>${state}</strong> · ${when}</p>
${update === null ? noMarkup : renderMarkdown(update.text)}
${affected === '' ? noMarkup : markup`<p>${affected}</p>`}`
  const small = markup`<p>${texts.why(joinLines(page.title))}<br>
<a href="${links.manageUrl}">${texts.manage}</a> · <a href="${links.unsubscribeUrl}">${texts.unsubscribe}</a></p>`
  const button = { label: texts.openPost, url }
  const blocks = [
    joinLines(post.title),
    `${state} · ${when}`,
    ...(update === null ? [] : [stripMarkdown(update.text)]),
    ...(affected === '' ? [] : [affected]),
    `${texts.openPost}:\n${url}`,
    `-- \n${texts.why(joinLines(page.title))}\n${texts.manage}: ${links.manageUrl}\n${texts.unsubscribe}: ${links.unsubscribeUrl}`,
  ]
  return {
    sender: joinLines(page.title),
    subject,
    text: `${blocks.join('\n\n')}\n`,
    html: renderMailDocument({ page, language, subject, main, button, small }),
  }
}

/** The body of a webhook. Field names and states are those of the API. */
export function renderBulletinJson(bulletin: Bulletin): string {
  const { page, post, update, components } = bulletin
  return JSON.stringify({
    event: 'status_page_post',
    page: { title: page.title, url: page.url },
    post: {
      id: post.publicId,
      url: getBulletinUrl(bulletin),
      kind: post.kind,
      title: post.title,
      state: post.state,
      impact: post.impact,
      start_time: toIso(post.startTime),
      end_time: post.endTime === null ? null : toIso(post.endTime),
      components: components.map(({ publicId, name }) => ({ id: publicId, name })),
    },
    update: update && { id: update.publicId, state: update.state, text: update.text, time: toIso(update.time) },
  })
}

const maxChatTextLength = 1_500

/** The values of a short chat message, each as plain text on one line. */
export function describeForChat(bulletin: Bulletin): Readonly<Record<string, string>> {
  const { page, post, update, language } = bulletin
  const { state, when, affected } = describeBulletin(bulletin)
  return {
    page: joinLines(page.title),
    title: joinLines(post.title),
    state,
    when,
    text: update === null ? '' : toExcerpt(update.text, maxChatTextLength),
    affected,
    link: getBulletinUrl(bulletin),
    link_label: subscriberTexts[language].openPost,
  }
}

function describeBulletin({ page, language, post, update, components }: Bulletin) {
  const texts = getTexts(language)
  const times = getTimes(texts.locale, page.timeZone)
  const state = getStateLabel(post, texts, update?.state)
  const time = update?.time ?? post.startTime
  const names = components.map(({ name }) => joinLines(name)).join(', ')
  return {
    subject: `[${joinLines(page.title)}] ${state}: ${joinLines(post.title)}`,
    state,
    when: [...listWindow(post, texts, times), texts.posted(`${times.dateTime(time)} ${times.zoneName(time)}`)].join(
      ' · ',
    ),
    affected: names === '' ? '' : `${texts.affected}: ${names}`,
  }
}

/** The window of maintenance that is not over yet. Its end has no date on the same day. */
function listWindow(
  { kind, state, startTime, endTime }: Bulletin['post'],
  texts: PageTexts,
  times: PageTimes,
): string[] {
  if (kind !== 'maintenance' || state === 'completed') return []
  const start = `${texts.planned}: ${times.dateTime(startTime)}`
  const zone = times.zoneName(startTime)
  if (endTime === null) return [`${start} ${zone}`]
  const isSameDay = times.dayKey(startTime) === times.dayKey(endTime)
  const end = isSameDay ? times.time(endTime) : times.dateTime(endTime)
  const endZone = times.zoneName(endTime)
  return [`${start}${zone === endZone ? '' : ` ${zone}`} – ${end} ${endZone}`]
}

const getBulletinUrl = ({ page, post }: Bulletin): string =>
  `${(toSafeUrl(page.url) ?? '').replace(/\/+$/, '')}/posts/${encodeURIComponent(post.publicId)}`
