import { type PageView, renderPagePreview } from '@wachta/status-page'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { type PreviewDraft, toPreviewView } from './preview-view.ts'
import { statusPageTexts } from './texts.ts'

interface PagePreviewProps {
  readonly draft: PreviewDraft
  /** The path below the page; empty for the page itself. */
  readonly path: string
  readonly text: string
  /** Controls to choose among several previews. */
  readonly children?: ReactNode
}

/** A preview by the same renderer as the published page. */
export function StatusPagePreview({ draft, path, text, children }: PagePreviewProps) {
  const texts = useTexts(statusPageTexts)
  const { language } = useI18n()
  const id = useId()
  const [now] = useState(() => Date.now())
  const view = toPreviewView(draft, now)
  const shownLanguage = view.languages.find((each) => each === language) ?? view.languages[0] ?? 'en'
  const preview = renderPagePreview(view, path, { language: shownLanguage, now, staleSince: null })
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3 xl:sticky xl:top-5">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {texts('preview')}
        </h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
      {preview ? <Frame {...preview} title={view.title} /> : <p className="text-muted">{texts('noPreview')}</p>}
    </section>
  )
}

interface FrameProps {
  readonly html: string
  readonly style: string
  readonly title: PageView['title']
}

/**
 * A separate document without scripts, which the sandbox forbids. Its content is replaced instead of being loaded again
 * at each key, and its style is set as an object, because the policy of the app allows no styles inside documents.
 */
function Frame({ html, style, title }: FrameProps) {
  const texts = useTexts(statusPageTexts)
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState(400)
  useEffect(() => {
    const frameDocument = frame.current?.contentDocument
    if (!isReady || !frameDocument?.defaultView) return
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    frameDocument.documentElement.replaceWith(frameDocument.adoptNode(parsed.documentElement))
    const sheet = new frameDocument.defaultView.CSSStyleSheet()
    sheet.replaceSync(style)
    frameDocument.adoptedStyleSheets = [sheet]
    const { body } = frameDocument
    const fit = () => setHeight(body.offsetHeight)
    const observer = new ResizeObserver(fit)
    observer.observe(body)
    fit()
    return () => observer.disconnect()
  }, [html, style, isReady])
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it
      tabIndex={0}
      aria-label={texts('shownPage')}
      className="max-h-[75vh] overflow-y-auto rounded-lg border border-line bg-surface shadow-card xl:max-h-[calc(100vh-8rem)]"
    >
      <iframe
        ref={frame}
        title={title || texts('preview')}
        sandbox="allow-same-origin"
        srcDoc="<!doctype html><title>…</title>"
        tabIndex={-1}
        onLoad={() => setReady(true)}
        className="block w-full border-0"
        style={{ height }}
      />
    </section>
  )
}
