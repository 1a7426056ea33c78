import { getStaleTime, type PageContext } from '../context.ts'
import { joinLines, markup, noMarkup } from '../markup.ts'
import { getPageIndicator, groupPosts } from '../shown.ts'
import { linkTo } from './document.ts'
import { renderIndicatorIcon, toIndicatorClass } from './icons.ts'

const maxPosts = 3

/** A small document for a frame on another site: the overall status of the page, with a link to it. */
export function renderWidget(context: PageContext): string {
  const { view, texts, language } = context
  const indicator = getPageIndicator(view)
  const { incidents, maintenance } = groupPosts(view)
  const staleTime = getStaleTime(context)
  const posts = [...incidents, ...maintenance].slice(0, maxPosts)
  const list = posts.map(({ title, state }) => markup`<li>${title} · ${texts.postState[state]}</li>`)
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${joinLines(view.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="./style.css">
<link rel="icon" href="./favicon.ico">
<script src="./page.js" defer></script>
</head>
<body class="widget">
<main id="main">
<h1>${view.title}</h1>
<p class="overall ${toIndicatorClass(indicator)}">${renderIndicatorIcon(indicator)}<a href="${linkTo('', 'widget', context)}" target="_blank" rel="noopener">${texts.indicator[indicator]}</a></p>
${list.length === 0 ? noMarkup : markup`<ul>${list}</ul>`}
${staleTime === null ? noMarkup : markup`<p>${texts.dataAsOf(staleTime)}</p>`}
<p id="offline" role="status" hidden>${texts.cannotRefresh} ${texts.dataAsOf(context.times.dateTime(context.staleSince ?? view.readAt))}.</p>
</main>
</body>
</html>
`.text
}
