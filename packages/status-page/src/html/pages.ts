import type { PageContext } from '../context.ts'
import { renderMarkdown } from '../markdown.ts'
import { type Markup, markup, noMarkup } from '../markup.ts'
import { getPageIndicator, groupPosts, listRecentlyClosed } from '../shown.ts'
import type { PostView } from '../view.ts'
import { renderSections } from './components.ts'
import { linkTo, renderDocument } from './document.ts'
import { renderIndicatorIcon, toIndicatorClass } from './icons.ts'
import { renderFacts, renderOpenPost, renderPostLine, renderTimeline } from './posts.ts'

/** The page itself. */
export function renderPage(context: PageContext): string {
  const { view, texts } = context
  const { incidents, maintenance, planned } = groupPosts(view)
  const main = markup`<div class="intro"><h1>${view.title}</h1>
${view.description === '' ? noMarkup : markup`<p>${view.description}</p>`}</div>
${renderBanner(context)}
${renderOpenPosts({ id: 'incidents', heading: texts.currentIncidents, posts: incidents }, context)}
${renderOpenPosts({ id: 'maintenance', heading: texts.currentMaintenance, posts: maintenance }, context)}
${renderSections(context)}
${renderOpenPosts({ id: 'planned', heading: texts.plannedMaintenance, posts: planned }, context)}
${renderRecentPosts(context)}`
  return renderDocument(context, {
    title: `${texts.indicator[getPageIndicator(view)]} · ${view.title}`,
    path: '',
    main,
  })
}

/** All posts of the page, by month. */
export function renderHistory(context: PageContext): string {
  const { view, texts, times } = context
  const months = Object.entries(Object.groupBy(view.posts, ({ startTime }) => times.month(startTime)))
  const lists = months.map(
    ([month, posts = []]) =>
      markup`<section><h2>${capitalize(month)}</h2><ul class="card lines">${posts.map((post) => renderPostLine(post, { context, from: 'history' }))}</ul></section>`,
  )
  const main = markup`<div class="intro"><h1>${texts.history}</h1><p>${view.title}</p></div>
${lists.length === 0 ? markup`<p class="card quiet">${texts.noPosts}</p>` : lists}`
  return renderDocument(context, { title: `${texts.history} · ${view.title}`, path: 'history', main })
}

/** One post with its updates and, once it is written, its post-mortem. */
export function renderPost(post: PostView, context: PageContext): string {
  const { view, texts } = context
  const main = markup`<div class="intro"><h1>${post.title}</h1>${renderFacts(post, context)}</div>
${
  post.postMortem === ''
    ? noMarkup
    : markup`<section><h2>${texts.postMortem[post.kind]}</h2><div class="card text">${renderMarkdown(post.postMortem)}</div></section>`
}
<section><h2>${texts.timeline}</h2><div class="card">${renderTimeline(post, context)}</div></section>`
  const path = `posts/${encodeURIComponent(post.publicId)}`
  return renderDocument(context, { title: `${post.title} · ${view.title}`, path, main })
}

function renderBanner({ view, texts, times, staleSince }: PageContext): Markup {
  const indicator = getPageIndicator(view)
  const time = times.dateTime(staleSince ?? view.readAt)
  return markup`<div class="banner ${toIndicatorClass(indicator)}">${renderIndicatorIcon(indicator)}<div><p class="overall">${texts.indicator[indicator]}</p><p>${texts.updatedAt(`${time} ${times.zoneName(view.readAt)}`)}</p></div></div>`
}

function renderOpenPosts(
  { id, heading, posts }: { readonly id: string; readonly heading: string; readonly posts: readonly PostView[] },
  context: PageContext,
): Markup {
  if (posts.length === 0) return noMarkup
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${posts.map((post) => renderOpenPost(post, context))}</section>`
}

function renderRecentPosts(context: PageContext): Markup {
  const { view, texts, now } = context
  const posts = listRecentlyClosed(view, now)
  const list =
    posts.length === 0
      ? markup`<p class="card quiet">${texts.noPastPosts}</p>`
      : markup`<ul class="card lines">${posts.map((post) => renderPostLine(post, { context, from: '' }))}</ul>`
  return markup`<section aria-labelledby="past"><div class="head"><h2 id="past">${texts.pastPosts}</h2><a href="${linkTo('history', '', context)}">${texts.history}</a></div>${list}</section>`
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
