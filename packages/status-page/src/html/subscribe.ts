import type { PageContext } from '../context.ts'
import { getPushKey, getSubscribeUrl } from '../links.ts'
import { type Markup, markup, noMarkup } from '../markup.ts'
import { subscribeTexts } from './subscribe-texts.ts'

/**
 * The form to subscribe, for pages that allow it. It posts to the api and needs no script. It is left out while the
 * centre does not answer, because submitting it would fail.
 */
export function renderSubscribeForm(context: PageContext): Markup {
  const { view, language, staleSince } = context
  const url = getSubscribeUrl(view)
  if (url === undefined) return noMarkup
  const texts = subscribeTexts[language]
  if (staleSince !== null) return markup`<p>${texts.whileStale}</p>`
  return markup`<form class="subscribe" id="subscribe-form" method="post" action="${url}">
<input type="hidden" name="language" value="${language}">
<label for="subscribe-email">${texts.byEmail}</label>
<div class="entry"><input id="subscribe-email" type="email" name="email" required maxlength="254" autocomplete="email" placeholder="${texts.address}"><button>${texts.button}</button></div>
<p>${texts.promise}</p>
<p role="alert" id="subscribe-failed" hidden>${texts.unreachable}</p>
${renderPush(context)}
${renderChoice(context)}
</form>`
}

/** Whether visitors of this document can subscribe their browser. */
export const canOfferPush = ({ view, staleSince }: PageContext): boolean =>
  staleSince === null && getPushKey(view) !== undefined

/** The button for push messages, hidden until a script finds that the browser supports them. */
function renderPush(context: PageContext): Markup {
  if (!canOfferPush(context)) return noMarkup
  const texts = subscribeTexts[context.language]
  return markup`<div class="push" id="push" data-key="${getPushKey(context.view) ?? ''}" hidden>
<button type="button">${texts.push}</button><button type="button" hidden>${texts.pushStop}</button>
<p role="status"><span data-state="on" hidden>${texts.pushOn}</span><span data-state="failed" hidden>${texts.pushFailed}</span><span data-state="blocked" hidden>${texts.pushBlocked}</span></p>
</div>`
}

/** The choice of components, without those that the page hides while they work. */
function renderChoice({ view, language }: PageContext): Markup {
  const texts = subscribeTexts[language]
  const components = view.sections
    .flatMap((section) => section.components)
    .filter(({ onlyShowIfDegraded }) => !onlyShowIfDegraded)
  if (components.length < 2) return noMarkup
  const boxes = components.map(
    ({ publicId, name }) =>
      markup`<li><label><input type="checkbox" name="component" value="${publicId}"> ${name}</label></li>`,
  )
  return markup`<details id="subscribe-components"><summary>${texts.components}</summary><p>${texts.componentsHint}</p><ul>${boxes}</ul></details>`
}
