import { addStaleSuffix, getStaleTime, type PageContext } from './context.ts'
import { renderPeriod } from './html/posts.ts'
import { getPageUrl, getPostUrl } from './links.ts'
import { renderMarkdown } from './markdown.ts'
import { joinLines, type Markup, markup, noMarkup } from './markup.ts'
import { getLastChange, getStateLabel, listAffected } from './shown.ts'
import { toIso } from './times.ts'
import type { PostView, UpdateView } from './view.ts'

/** RSS 2.0: one item per update, because feed readers announce new items and not changed ones. */
export function renderRss(context: PageContext): string {
  const { view, language } = context
  const items = listEntries(context).map(
    (entry) => markup`<item>
<title>${entry.title}</title>
<link>${entry.url}</link>
<guid isPermaLink="false">${entry.id}</guid>
<pubDate>${formatUtc(entry.time)}</pubDate>
<description>${entry.content.text}</description>
</item>
`,
  )
  return markup`${xmlDeclaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${addStaleSuffix(joinLines(view.title), context)}</title>
<link>${getPageUrl(view)}/</link>
<atom:link rel="self" type="application/rss+xml" href="${getPageUrl(view)}/feed.rss"/>
<description>${describeFeed(context)}</description>
<language>${language}</language>
<lastBuildDate>${formatUtc(view.readAt)}</lastBuildDate>
<ttl>5</ttl>
${items}</channel></rss>
`.text
}

/** Renders the same entries as `renderRss`, in the Atom format. */
export function renderAtom(context: PageContext): string {
  const { view, language } = context
  const entries = listEntries(context).map(
    (entry) => markup`<entry>
<title>${entry.title}</title>
<id>${entry.url}</id>
<link rel="alternate" type="text/html" href="${entry.url}"/>
<published>${toIso(entry.time)}</published>
<updated>${toIso(entry.time)}</updated>
<content type="html">${entry.content.text}</content>
</entry>
`,
  )
  return markup`${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
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

const xmlDeclaration = markup`<?xml version="1.0" encoding="utf-8"?>
`

function describeFeed(context: PageContext): string {
  const { view, texts } = context
  const time = getStaleTime(context)
  const stalePrefix = time === null ? '' : `${texts.dataAsOf(time)} — ${texts.whyStale} `
  return `${stalePrefix}${joinLines(view.description) || joinLines(view.title)}`
}

/** One entry of a feed: an update, or a post without updates. */
interface FeedEntry {
  /** Never changes, so that feed readers announce the entry only once. */
  readonly id: string
  readonly url: string
  readonly title: string
  readonly time: number
  /** The feed contains it as text, so it is escaped once more. */
  readonly content: Markup
}

/** Feed readers keep old entries themselves, and the page has them too. */
const maxEntries = 200

/** Returns the entries of the feed, the newest first. */
const listEntries = (context: PageContext): FeedEntry[] =>
  context.view.posts
    .flatMap((post) => toEntries(post, context))
    .toSorted((one, other) => other.time - one.time)
    .slice(0, maxEntries)

function toEntries(post: PostView, context: PageContext): FeedEntry[] {
  const { view, texts } = context
  const url = getPostUrl(view, post)
  const id = `${view.slug}:${post.publicId}`
  const title = joinLines(post.title)
  const [latest] = post.updates
  if (!latest) return [{ id, url, title, time: post.publishedAt, content: renderContent(post, null, context) }]
  return post.updates.map((update) => ({
    id: `${id}:${update.publicId}`,
    url: `${url}#update-${encodeURIComponent(update.publicId)}`,
    title: `${getStateLabel(post, texts, update.state)}: ${title}`,
    time: update.time,
    content: markup`${renderContent(post, update, context)}${update === latest ? renderPostMortem(post, context) : noMarkup}`,
  }))
}

/** Renders an entry as HTML without classes, because feed readers do not have our style sheet. */
function renderContent(post: PostView, update: UpdateView | null, context: PageContext): Markup {
  const { view, texts } = context
  const affected = listAffected(view, post).map(({ name }) => joinLines(name))
  const impact = texts.impact[post.kind === 'maintenance' ? post.kind : post.impact]
  return markup`<p><strong>${getStateLabel(post, texts, update?.state)}</strong> · ${impact} · ${renderPeriod(post, context)}</p>
${affected.length === 0 ? noMarkup : markup`<p>${texts.affected}: ${affected.join(', ')}</p>`}
${update === null ? noMarkup : renderMarkdown(update.text)}`
}

const renderPostMortem = ({ kind, postMortem }: PostView, { texts }: PageContext): Markup =>
  postMortem === '' ? noMarkup : markup`<h2>${texts.postMortem[kind]}</h2>${renderMarkdown(postMortem)}`

const formatUtc = (instant: number): string => (toIso(instant) === '' ? '' : new Date(instant).toUTCString())
