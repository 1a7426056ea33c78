import { getStaleTime, languageParameter, type PageContext } from '../context.ts'
import { getPageUrl, toMailLink, toSafeUrl } from '../links.ts'
import { joinLines, type Markup, markup, noMarkup } from '../markup.ts'
import { getPageIndicator } from '../shown.ts'
import { getTexts } from '../texts.ts'
import { canOfferPush, renderSubscribeForm } from './subscribe.ts'

export interface HtmlDocument {
  readonly title: string
  /** The path of the document below the URL of the page. */
  readonly path: string
  readonly main: Markup
}

/** Renders a complete HTML document around its content. */
export function renderDocument(context: PageContext, { title, path, main }: HtmlDocument): string {
  const { view, texts, language } = context
  return markup`<!doctype html>
<html lang="${language}">
${renderHead(context, { title, path })}
<body>
<a class="skip" href="#main">${texts.skipToContent}</a>
${renderTop(context, path)}
<main id="main" class="wrap">
${renderStaleNotice(context)}
<p class="notice" id="offline" role="status" hidden>${texts.cannotRefresh} ${texts.dataAsOf(context.times.dateTime(context.staleSince ?? view.readAt))}.</p>
${main}
</main>
${renderFooter(context, path)}
</body>
</html>
`.text
}

/** Links are relative, because a page is served below a slug or on a custom domain. */
export function linkTo(path: string, from: string, { view, language }: PageContext): string {
  const query = view.languages.length > 1 ? `?${languageParameter}=${language}` : ''
  return `${getRoot(from)}${path}${query}`
}

/** Returns the relative path from a file to the root of the page. */
export const getRoot = (from: string): string => './'.concat('../'.repeat(from.split('/').length - 1))

function renderHead(context: PageContext, { title, path }: Pick<HtmlDocument, 'title' | 'path'>): Markup {
  const { view, texts } = context
  const { theme } = view
  const root = getRoot(path)
  const url = getPageUrl(view)
  const summary = joinLines(`${texts.indicator[getPageIndicator(view)]}. ${view.description}`)
  return markup`<head>
<meta charset="utf-8">
<title>${joinLines(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${{ auto: 'light dark', light: 'light', dark: 'dark' }[theme.appearance] ?? 'light dark'}">
${view.isIndexed ? noMarkup : markup`<meta name="robots" content="noindex, nofollow">`}
<meta name="description" content="${summary}">
<meta property="og:title" content="${joinLines(title)}">
<meta property="og:description" content="${summary}">
<meta property="og:type" content="website">
${url === '' ? noMarkup : markup`<link rel="canonical" href="${url}/${path}">`}
<link rel="stylesheet" href="${root}style.css">
<link rel="icon" href="${root}favicon.ico">
<link rel="alternate" type="application/rss+xml" title="RSS" href="${linkTo('feed.rss', path, context)}">
<link rel="alternate" type="application/atom+xml" title="Atom" href="${linkTo('feed.atom', path, context)}">
<script src="${root}page.js" defer></script>
${canOfferPush(context) ? markup`<script src="${root}push.js" defer></script>` : noMarkup}
</head>`
}

function renderTop(context: PageContext, path: string): Markup {
  const { view, texts } = context
  const currentHistory = path === 'history' ? markup` aria-current="page"` : noMarkup
  // A logo gets a white background, because the logo may have the colour of the brand itself.
  const background = view.theme.logo === null ? 'top band' : 'top'
  return markup`<header class="${background}"><div class="wrap">
${renderBrand(context, path)}
<nav aria-label="${view.title}">
${path === '' ? noMarkup : markup`<a href="${linkTo('', path, context)}">${texts.backToPage}</a>`}
<a href="${linkTo('history', path, context)}"${currentHistory}>${texts.history}</a>
<a href="#subscribe">${texts.subscribe}</a>
</nav>
</div></header>`
}

function renderBrand(context: PageContext, path: string): Markup {
  const { theme, title } = context.view
  const name = theme.brandName === '' ? title : theme.brandName
  const brandMarkup =
    theme.logo === null
      ? markup`<span class="brand-name">${name}</span>`
      : markup`<img class="logo" src="${getRoot(path)}logo" alt="${name}">`
  const home = theme.homeUrl === null ? undefined : toSafeUrl(theme.homeUrl)
  return home === undefined
    ? markup`<div class="brand">${brandMarkup}</div>`
    : markup`<a class="brand" href="${home}" rel="noopener">${brandMarkup}</a>`
}

/** A notice above everything else: the centre does not answer, and since when. */
export function renderStaleNotice(context: PageContext): Markup {
  const time = getStaleTime(context)
  if (time === null) return noMarkup
  return markup`<p class="notice" role="status"><strong>${context.texts.dataAsOf(time)}</strong> — ${context.texts.whyStale}</p>`
}

function renderFooter(context: PageContext, path: string): Markup {
  const { view, texts, times } = context
  const zoneName = times.zoneName(view.readAt)
  const zone = times.timeZone === zoneName ? zoneName : `${times.timeZone} (${zoneName})`
  const links = [
    ['feed.rss', 'RSS'],
    ['feed.atom', 'Atom'],
    ['maintenance.ics', texts.calendar],
    ['api/v2/summary.json', 'JSON'],
  ] as const
  return markup`<footer><div class="wrap">
<div class="columns">
<section id="subscribe" tabindex="-1"><h2>${texts.subscribe}</h2>${renderSubscribeForm(context)}<ul>
${links.map(([file, label]) => markup`<li><a href="${linkTo(file, path, context)}">${label}</a></li>`)}
</ul></section>
${renderContact(context)}
${renderLanguages(context, path)}
</div>
${view.theme.footer === '' ? noMarkup : markup`<p class="own">${view.theme.footer}</p>`}
<p>${texts.timesIn(zone)}</p>
</div></footer>`
}

function renderContact({ view, texts }: PageContext): Markup {
  const { text, emailAddress, url } = view.theme.contact
  const mail = emailAddress === null ? undefined : toMailLink(emailAddress)
  const site = url === null ? undefined : toSafeUrl(url)
  const lines = [
    ...(text ? [markup`<li>${text}</li>`] : []),
    ...(mail === undefined ? [] : [markup`<li><a href="${mail}">${emailAddress}</a></li>`]),
    ...(site === undefined
      ? []
      : [markup`<li><a href="${site}" rel="noopener">${new URL(site).host || site}</a></li>`]),
  ]
  return lines.length === 0 ? noMarkup : markup`<section><h2>${texts.contact}</h2><ul>${lines}</ul></section>`
}

export function renderLanguages(context: PageContext, path: string): Markup {
  const { view, texts, language } = context
  if (view.languages.length < 2) return noMarkup
  const choices = view.languages.map((each) => {
    const otherContext = { ...context, language: each }
    const name = getTexts(each).languageName
    const currentLanguage = each === language ? markup` aria-current="true"` : noMarkup
    return markup`<li><a href="${linkTo(path, path, otherContext)}" lang="${each}" hreflang="${each}"${currentLanguage}>${name}</a></li>`
  })
  return markup`<section><h2>${texts.language}</h2><ul>${choices}</ul></section>`
}
