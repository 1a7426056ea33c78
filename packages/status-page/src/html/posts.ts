import type { PageContext } from '../context.ts'
import { renderMarkdown, toExcerpt } from '../markdown.ts'
import { type Markup, markup, noMarkup } from '../markup.ts'
import { getStateLabel, isCancelled, listAffected } from '../shown.ts'
import { describeDuration, toIso } from '../times.ts'
import type { PostView } from '../view.ts'
import { linkTo } from './document.ts'
import { renderIcon } from './icons.ts'

/** A post with all its updates, as shown while it is open. */
export function renderOpenPost(post: PostView, context: PageContext): Markup {
  return markup`<article class="card post ${toImpactClass(post)}" id="post-${post.publicId}">
<h3><a href="${linkToPost(post, '', context)}">${post.title}</a></h3>
${renderFacts(post, context)}
${renderTimeline(post, context)}
</article>`
}

/** A post in a list: its title, when it was, and how it ended. */
export function renderPostLine(post: PostView, { context, from }: { context: PageContext; from: string }): Markup {
  const { texts } = context
  const [latest] = post.updates
  return markup`<li class="line"><div class="line-head"><a href="${linkToPost(post, from, context)}">${post.title}</a>${renderState(post, context)}</div>
<p class="when">${post.kind === 'maintenance' ? `${texts.maintenance} · ` : ''}${renderPeriod(post, context)}</p>
${latest === undefined ? noMarkup : markup`<p class="about">${toExcerpt(latest.text, 220)}</p>`}</li>`
}

/** The facts of a post: its state and impact, its time, and what it affects. */
export function renderFacts(post: PostView, context: PageContext): Markup {
  const { view, texts } = context
  const affected = listAffected(view, post)
  return markup`<p class="facts">${renderState(post, context)}${renderImpact(post, context)}<span class="when">${renderPeriod(post, context)}</span></p>
${
  affected.length === 0
    ? noMarkup
    : markup`<p class="affected"><span>${texts.affected}:</span> ${affected.map(({ name }, index) => markup`${index === 0 ? '' : ', '}<span class="component">${name}</span>`)}</p>`
}`
}

/** The updates of a post, the newest first. */
export function renderTimeline(post: PostView, { texts, times }: PageContext): Markup {
  const { updates } = post
  if (updates.length === 0) return markup`<p class="about">${texts.noUpdates}</p>`
  const items = updates.map(
    ({ state, text, time, publicId }) =>
      markup`<li id="update-${publicId}"><p class="update-head"><strong>${getStateLabel(post, texts, state)}</strong> <time datetime="${toIso(time)}">${times.dateTime(time)}</time></p><div class="text">${renderMarkdown(text)}</div></li>`,
  )
  return markup`<ol class="timeline">${items}</ol>`
}

const linkToPost = ({ publicId }: PostView, from: string, context: PageContext): string =>
  linkTo(`posts/${encodeURIComponent(publicId)}`, from, context)

const renderState = (post: PostView, { texts }: PageContext): Markup =>
  markup`<span class="chip state-${post.state.replaceAll('_', '-')}">${getStateLabel(post, texts)}</span>`

function renderImpact({ impact, kind }: PostView, { texts }: PageContext): Markup {
  const statusByImpact = {
    none: 'operational',
    minor: 'degraded_performance',
    major: 'partial_outage',
    critical: 'major_outage',
    maintenance: 'under_maintenance',
  } as const
  const shown = kind === 'maintenance' ? 'maintenance' : impact
  return markup`<span class="impact">${renderIcon(statusByImpact[shown])}${texts.impact[shown]}</span>`
}

/**
 * The start and the end of a post; the end has no date on the same day, and the duration once the post is closed.
 * Maintenance that was cancelled has only the start that was planned.
 */
export function renderPeriod(post: PostView, { times, texts }: PageContext): Markup {
  const { startTime, endTime, state } = post
  const start = markup`<time datetime="${toIso(startTime)}">${times.dateTime(startTime)}</time>`
  if (endTime === null || isCancelled(post)) return start
  const isSameDay = times.dayKey(startTime) === times.dayKey(endTime)
  const end = isSameDay ? times.time(endTime) : times.dateTime(endTime)
  const isOver = state === 'resolved' || state === 'completed'
  const duration = isOver ? ` · ${describeDuration(endTime - startTime, texts)}` : ''
  return markup`${start} – <time datetime="${toIso(endTime)}">${end}</time>${duration}`
}

const toImpactClass = ({ impact, kind }: PostView): string => `impact-${kind === 'maintenance' ? kind : impact}`
