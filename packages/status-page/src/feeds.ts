import { addStaleSuffix, getStaleTime, type PageContext } from './context.ts'
import { renderPeriod, renderTimeline } from './html/posts.ts'
import { getPageUrl, getPostUrl } from './links.ts'
import { renderMarkdown } from './markdown.ts'
import { joinLines, type Markup, markup, noMarkup } from './markup.ts'
import { getLastChange, listAffected } from './shown.ts'
import { toIso } from './times.ts'
import type { PostView } from './view.ts'

/** RSS 2.0: one item per post, with all its updates. */
export function renderRss(context: PageContext): string {
  const { view, language } = context
  const items = view.posts.map(
    (post) => markup`<item>
<title>${joinLines(post.title)}</title>
<link>${getPostUrl(view, post)}</link>
<guid isPermaLink="false">${view.slug}:${post.publicId}</guid>
<pubDate>${toUtc(post.publishedAt)}</pubDate>
<description>${renderContent(post, context).text}</description>
</item>
`,
  )
  return markup`${declaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${addStaleSuffix(joinLines(view.title), context)}</title>
<link>${getPageUrl(view)}/</link>
<atom:link rel="self" type="application/rss+xml" href="${getPageUrl(view)}/feed.rss"/>
<description>${describeFeed(context)}</description>
<language>${language}</language>
<lastBuildDate>${toUtc(view.readAt)}</lastBuildDate>
<ttl>5</ttl>
${items}</channel></rss>
`.text
}

/** Atom: the same posts; readers see by `updated` that one has a new update. */
export function renderAtom(context: PageContext): string {
  const { view, language } = context
  const entries = view.posts.map(
    (post) => markup`<entry>
<title>${joinLines(post.title)}</title>
<id>${getPostUrl(view, post)}</id>
<link rel="alternate" type="text/html" href="${getPostUrl(view, post)}"/>
<published>${toIso(post.publishedAt)}</published>
<updated>${toIso(getLastChange(post))}</updated>
<content type="html">${renderContent(post, context).text}</content>
</entry>
`,
  )
  return markup`${declaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<title>${addStaleSuffix(joinLines(view.title), context)}</title>
<subtitle>${describeFeed(context)}</subtitle>
<id>${getPageUrl(view)}/</id>
<link rel="alternate" type="text/html" href="${getPageUrl(view)}/"/>
<link rel="self" type="application/atom+xml" href="${getPageUrl(view)}/feed.atom"/>
<updated>${toIso(Math.max(0, ...view.posts.map(getLastChange)) || view.readAt)}</updated>
<author><name>${joinLines(view.theme.brandName) || joinLines(view.title)}</name></author>
${entries}</feed>
`.text
}

const declaration = markup`<?xml version="1.0" encoding="utf-8"?>
`

function describeFeed(context: PageContext): string {
  const { view, texts } = context
  const time = getStaleTime(context)
  const stale = time === null ? '' : `${texts.dataAsOf(time)} — ${texts.whyStale} `
  return `${stale}${joinLines(view.description) || joinLines(view.title)}`
}

/** HTML without classes that need our style sheet. It becomes text of the feed: the caller escapes it once more. */
function renderContent(post: PostView, context: PageContext): Markup {
  const { view, texts } = context
  const affected = listAffected(view, post).map(({ name }) => joinLines(name))
  const impact = texts.impact[post.kind === 'maintenance' ? post.kind : post.impact]
  return markup`<p><strong>${texts.postState[post.state]}</strong> · ${impact} · ${renderPeriod(post, context)}</p>
${affected.length === 0 ? noMarkup : markup`<p>${texts.affected}: ${affected.join(', ')}</p>`}
${post.postMortem === '' ? noMarkup : markup`<h2>${texts.postMortem}</h2>${renderMarkdown(post.postMortem)}`}
${renderTimeline(post, context)}`
}

const toUtc = (instant: number): string => (toIso(instant) === '' ? '' : new Date(instant).toUTCString())
