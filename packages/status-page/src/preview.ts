import type { RenderOptions } from './context.ts'
import { renderFile } from './render-file.ts'
import { renderStyle } from './style.ts'
import type { PageView, Picture } from './view.ts'

export interface PagePreview {
  readonly html: string
  readonly style: string
}

/**
 * Renders a file of the page for an editor: it is complete, loads nothing, runs nothing and its links do nothing. The
 * style is separate, because an editor may not allow styles inside documents. Undefined if there is no such file.
 */
export function renderPagePreview(view: PageView, path: string, options: RenderOptions): PagePreview | undefined {
  const file = renderFile(view, path, options)
  if (file === undefined) return undefined
  return { html: detach(String(file.body), view.theme.logo), style: renderStyle(view.theme) }
}

/** Everything that people entered is escaped, so these patterns meet only what the renderer itself wrote. */
const detach = (html: string, logo: Picture | null): string =>
  html
    .replaceAll(/<link\b[^>]*>\n?|<script\b[^>]*><\/script>\n?|<meta http-equiv[^>]*>\n?/g, '')
    .replaceAll(/(<a\b[^>]*?) href="[^"]*"/g, '$1')
    .replaceAll(/ src="[./]*logo"/g, () => (logo === null ? '' : ` src="${toDataUrl(logo)}"`))

/** Returns an empty text for what is no picture. */
const toDataUrl = ({ mediaType, content }: Picture): string =>
  /^image\/(?:png|jpeg|svg\+xml)$/.test(mediaType) && /^[\w+/]*={0,2}$/.test(content)
    ? `data:${mediaType};base64,${content}`
    : ''
