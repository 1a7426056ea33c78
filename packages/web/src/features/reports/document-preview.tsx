import { useEffect, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { reportEditorTexts } from './editor-texts.ts'
import { toReportFailure } from './report-status.tsx'
import { reportTexts } from './texts.ts'
import type { ReportPreview } from './use-report-preview.ts'

/** The pages of the real document, as pictures. */
export function DocumentPreview({ preview, isOff }: { readonly preview: ReportPreview; readonly isOff: boolean }) {
  const { t } = useI18n()
  const texts = useTexts(reportEditorTexts)
  const { shown, isRendering } = preview
  const url = useObjectUrl(shown?.svg ?? null)
  const pages = shown?.pages ?? 0
  if (isOff) return null
  return (
    <section aria-labelledby="document-preview" className="grid min-w-0 gap-3 xl:sticky xl:top-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="document-preview" className="text-lg font-semibold">
          {t('template.preview')}
        </h2>
        <p role="status" className="text-sm text-muted">
          {isRendering ? texts('reportTemplate.drawing') : pages > 0 && texts('reportTemplate.pages', { count: pages })}
        </p>
      </div>
      <PreviewProblem preview={preview} />
      {url ? (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it
          tabIndex={0}
          aria-label={texts('reportTemplate.document')}
          className="max-h-[75vh] space-y-4 overflow-y-auto rounded-lg border border-line bg-sunken p-3 xl:max-h-[calc(100vh-8rem)]"
        >
          {Array.from({ length: pages }, (_, page) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
            <Page key={page} url={url} page={page} pages={pages} />
          ))}
        </section>
      ) : (
        preview.failureReason === null && preview.error === null && <Skeleton className="aspect-[210/297] w-full" />
      )}
      <p className="text-sm text-muted">{texts('reportTemplate.previewText')}</p>
    </section>
  )
}

/** One page of the picture, which contains all pages one below the other. */
function Page({ url, page, pages }: { readonly url: string; readonly page: number; readonly pages: number }) {
  const texts = useTexts(reportEditorTexts)
  return (
    // Paper is white in both themes.
    <div className="relative aspect-[596/842] w-full overflow-hidden shadow-card" style={{ backgroundColor: 'white' }}>
      <img
        src={url}
        alt={texts('reportTemplate.page', { page: page + 1, pages })}
        className="absolute left-0 w-full"
        style={{ top: `${-100 * page}%`, height: `${100 * pages}%` }}
      />
    </div>
  )
}

function PreviewProblem({
  preview: { error, failureReason, shown, isRendering },
}: {
  readonly preview: ReportPreview
}) {
  const texts = useTexts(reportEditorTexts)
  const failureTexts = useTexts(reportTexts)
  const reason = toReportFailure(failureReason)
  if (error)
    return <StatusNote status="warning">{shown ? texts('reportTemplate.behind') : errorText(error)}</StatusNote>
  if (reason && !isRendering)
    return <StatusNote status="warning">{failureTexts(`report.failure.${reason}`)}</StatusNote>
  return null
}

/** Returns a URL for the SVG, to show it as an image: images run no scripts and load nothing. */
function useObjectUrl(svg: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (svg === null) return
    const objectUrl = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [svg])
  return url
}
