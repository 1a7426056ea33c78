import { createContext, type PageContext } from '../context.ts'
import { toSafeUrl } from '../links.ts'
import { joinLines, type Markup, markup, noMarkup } from '../markup.ts'
import type { VisitorAccess } from '../published.ts'
import { type SignInProblem, signInTexts } from '../sign-in-texts.ts'
import type { PageLanguage, PageView } from '../view.ts'
import { getRoot, renderLanguages } from './document.ts'

export type { SignInProblem } from '../sign-in-texts.ts'

export interface SignInOptions {
  readonly access: VisitorAccess
  /** Where the visitor wants to go; the form is sent there. */
  readonly path: string
  readonly language: PageLanguage
  readonly problem: SignInProblem | null
}

/** Whether a file contains only branding (colours and images), which the sign-in page uses too. */
export const isBrandingFile = (path: string): boolean =>
  path === 'style.css' || path === 'logo' || path === 'favicon.ico'

/**
 * Renders the sign-in page of a protected page: its branding, and what visitors need to sign in. It reveals nothing of
 * the content, not even the title.
 */
export function renderSignIn(view: PageView, { access, path, language, problem }: SignInOptions): string {
  const texts = signInTexts[language]
  const context = createContext(view, { language, now: view.readAt, staleSince: null })
  const root = getRoot(path)
  const brand = joinLines(view.theme.brandName)
  const scheme = { auto: 'light dark', light: 'light', dark: 'dark' }[view.theme.appearance] ?? 'light dark'
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${brand === '' ? texts.title : `${texts.title} · ${brand}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<meta name="robots" content="noindex, nofollow">
<link rel="stylesheet" href="${root}style.css">
<link rel="icon" href="${root}favicon.ico">
</head>
<body>
${renderBand(context, root)}
<main class="wrap">
<div class="intro"><h1>${texts.title}</h1><p>${texts.needs[access.kind]}</p></div>
${problem === null ? noMarkup : markup`<p class="notice" role="alert">${texts.problem[problem]}</p>`}
${renderSignInForm(access, language)}
</main>
${view.languages.length < 2 ? noMarkup : markup`<footer><div class="wrap">${renderLanguages(context, path)}</div></footer>`}
</body>
</html>
`.text
}

function renderBand({ view: { theme } }: PageContext, root: string): Markup {
  const brandMarkup =
    theme.logo === null
      ? markup`<span class="brand-name">${theme.brandName}</span>`
      : markup`<img class="logo" src="${root}logo" alt="${theme.brandName}">`
  return markup`<header class="${theme.logo === null ? 'top band' : 'top'}"><div class="wrap"><div class="brand">${brandMarkup}</div></div></header>`
}

/** The form has no `action`, so it is sent to the current URL. */
function renderSignInForm({ kind, signInUrl }: VisitorAccess, language: PageLanguage): Markup {
  const texts = signInTexts[language]
  if (kind === 'password')
    return markup`<form class="card" method="post">
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="255">
<button class="button">${texts.open}</button>
</form>`
  const url = signInUrl === null ? undefined : toSafeUrl(signInUrl)
  return url === undefined ? noMarkup : markup`<p><a class="button" href="${url}">${texts.signIn}</a></p>`
}
