import type { RenderOptions } from './context.ts'
import { renderFile } from './render-file.ts'
import { renderStyle } from './style.ts'
import type { PageView, Picture } from './view.ts'

export interface PagePreview {
  readonly html: string
  readonly style: string
}

/**
 * Renders a file of the page for a preview in an editor: the document loads and runs nothing, and its links do nothing.
 * The style is separate, because an editor may forbid styles inside documents. Undefined if there is no such file.
 */
export function renderPagePreview(view: PageView, path: string, options: RenderOptions): PagePreview | undefined {
  const file = renderFile(view, path, options)
  if (file === undefined) return undefined
  return { html: makeInert(String(file.body), view.theme.logo), style: renderStyle(view.theme) }
}

/** User-entered text is escaped, so these patterns match only tags that the renderer itself wrote. */
const makeInert = (html: string, logo: Picture | null): string =>
  html
    .replaceAll(/<link\b[^>]*>\n?|<script\b[^>]*><\/script>\n?|<meta http-equiv[^>]*>\n?/g, '')
    .replaceAll(/(<a\b[^>]*?) href="[^"]*"/g, '$1')
    .replaceAll(/ src="[./]*logo"/g, () => (logo === null ? '' : ` src="${toDataUrl(logo)}"`))

/** Returns an empty string if the content is not a picture. */
const toDataUrl = ({ mediaType, content }: Picture): string =>
  /^image\/(?:png|jpeg|svg\+xml)$/.test(mediaType) && /^[\w+/]*={0,2}$/.test(content)
    ? `data:${mediaType};base64,${content}`
    : ''
