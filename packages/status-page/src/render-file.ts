import { type BadgeKind, listBadgeKinds, renderComponentBadge, renderPageBadge } from './badges.ts'
import { renderCalendar } from './calendar.ts'
import { createContext, type PageContext, type RenderOptions } from './context.ts'
import { renderFavicon } from './favicon.ts'
import { renderAtom, renderRss } from './feeds.ts'
import { renderHistory, renderPage, renderPost } from './html/pages.ts'
import { renderWidget } from './html/widget.ts'
import { pushScript } from './push-script.ts'
import { pushWorkerPath, pushWorkerScript } from './push-worker.ts'
import { pageScript } from './script.ts'
import { listShownComponents } from './shown.ts'
import { jsonFiles, writeJson } from './statuspage-json.ts'
import { renderStyle } from './style.ts'
import type { PageView, Picture } from './view.ts'

export interface PageFile {
  readonly mediaType: string
  readonly body: string | Uint8Array
}

/** Renders the file at a path of the page (`''` is the page itself); undefined if there is none. */
export const renderFile = (view: PageView, path: string, options: RenderOptions): PageFile | undefined =>
  listRenderers(view).get(path)?.(createContext(view, options))

/** The paths of all files of the page. */
export const listFiles = (view: PageView): string[] => [...listRenderers(view).keys()]

type Renderer = (context: PageContext) => PageFile

function listRenderers(view: PageView): Map<string, Renderer> {
  const { logo } = view.theme
  return new Map<string, Renderer>([
    ...fixedFiles,
    ...(logo === null ? [] : [['logo', () => toPictureFile(logo)] as const]),
    ...view.posts.map((post): [string, Renderer] => [
      `posts/${post.publicId}`,
      (context) => ({ mediaType: htmlType, body: renderPost(post, context) }),
    ]),
    ...listBadges(view),
  ])
}

const htmlType = 'text/html; charset=utf-8'
const svgType = 'image/svg+xml; charset=utf-8'

const toTextFile =
  (mediaType: string, render: (context: PageContext) => string): Renderer =>
  (context) => ({ mediaType, body: render(context) })

const fixedFiles: readonly (readonly [string, Renderer])[] = [
  ['', toTextFile(htmlType, renderPage)],
  ['history', toTextFile(htmlType, renderHistory)],
  ['widget', toTextFile(htmlType, renderWidget)],
  ['feed.rss', toTextFile('application/rss+xml; charset=utf-8', renderRss)],
  ['feed.atom', toTextFile('application/atom+xml; charset=utf-8', renderAtom)],
  ['maintenance.ics', toTextFile('text/calendar; charset=utf-8', renderCalendar)],
  ...Object.entries(jsonFiles).map(
    ([path, toDocument]) =>
      [path, toTextFile('application/json; charset=utf-8', (context) => writeJson(toDocument(context)))] as const,
  ),
  ['style.css', toTextFile('text/css; charset=utf-8', ({ view }) => renderStyle(view.theme))],
  ['page.js', toTextFile('text/javascript; charset=utf-8', () => pageScript)],
  ['push.js', toTextFile('text/javascript; charset=utf-8', () => pushScript)],
  [pushWorkerPath, toTextFile('text/javascript; charset=utf-8', () => pushWorkerScript)],
  [
    'favicon.ico',
    ({ view: { theme } }) =>
      theme.favicon === null ? { mediaType: svgType, body: renderFavicon(theme) } : toPictureFile(theme.favicon),
  ],
]

const toPictureFile = ({ mediaType, content }: Picture): PageFile => ({
  mediaType,
  body: new Uint8Array(Buffer.from(content, 'base64')),
})

function listBadges(view: PageView): [string, Renderer][] {
  const components = listShownComponents(view)
  const toBadgeFile = (path: string, render: (context: PageContext) => string): [string, Renderer] => [
    path,
    toTextFile(svgType, render),
  ]
  const kinds = (of: typeof components): BadgeKind[] => listBadgeKinds(of)
  return [
    ...kinds(components).map((kind) => toBadgeFile(`badges/${kind}.svg`, (context) => renderPageBadge(kind, context))),
    ...components.flatMap((component) =>
      kinds([component]).map((kind) =>
        toBadgeFile(`badges/${component.publicId}/${kind}.svg`, (context) =>
          renderComponentBadge(kind, component, context),
        ),
      ),
    ),
  ]
}
