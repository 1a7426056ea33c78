import { useQuery } from '@tanstack/react-query'
import type { TemplatePreview as Preview } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import { pastEventsQuery } from './queries.ts'
import { isHtml, toReadableText } from './texts.ts'

interface TemplatePreviewProps {
  readonly preview: Preview | null
  /** Whether the text has an error, so that the preview shows an earlier version. */
  readonly isBehind: boolean
  readonly alert: number | null
  readonly onAlert: (id: number | null) => void
}

/** The rendered message, for an example or for a past alert. */
export function PreviewPanel({ preview, isBehind, alert, onAlert }: TemplatePreviewProps) {
  const { t, formats } = useI18n()
  const { data: pastEvents = [] } = useQuery(pastEventsQuery)
  const choices = pastEvents.map(({ occurrence_id, service, event, since }) => ({
    value: String(occurrence_id),
    label: [formats.dateTime(since), service?.name, event?.name].filter(Boolean).join(' · '),
  }))
  return (
    <section aria-labelledby="looks" className="grid min-w-0 gap-4 lg:sticky lg:top-5">
      <h2 id="looks" className="text-lg font-semibold">
        {t('template.preview')}
      </h2>
      <FormField label={t('template.previewOf')} hint={pastEvents.length === 0 ? t('template.previewNone') : undefined}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={alert === null ? '' : String(alert)}
            choices={[{ value: '', label: t('template.example') }, ...choices]}
            onChoose={(id) => onAlert(id === '' ? null : Number(id))}
          />
        )}
      </FormField>
      <p role="status" className="empty:hidden">
        {isBehind && <StatusNote status="warning">{t('template.behind')}</StatusNote>}
      </p>
      {preview ? (
        <>
          <Message
            title={t('template.start')}
            subject={preview.start_subject}
            text={preview.start_text}
            segments={preview.start_segments}
          />
          <Message
            title={t('template.end')}
            subject={preview.end_subject}
            text={preview.end_text}
            segments={preview.end_segments}
          />
        </>
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  )
}

interface MessageProps {
  readonly title: string
  readonly subject: string
  readonly text: string
  readonly segments: Preview['start_segments'] | undefined
}

const alphabets = { gsm7: 'GSM 03.38', ucs2: 'UCS-2' } as const

function Message({ title, subject, text, segments }: MessageProps) {
  const { t, formats } = useI18n()
  const shownText = isHtml(text) ? toReadableText(text) : text
  return (
    <figure className="m-0">
      <figcaption className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span>{title}</span>
        <span>
          {t('template.length', { length: formats.number(text.length) })}
          {isHtml(text) && ` · ${t('template.html')}`}
          {segments &&
            ` · ${t('template.segments', { count: segments.count, alphabet: alphabets[segments.alphabet] })}`}
        </span>
      </figcaption>
      <div className="rounded-md border border-line bg-surface p-3">
        {subject && <p className="mb-2 border-b border-line pb-2 font-medium">{subject}</p>}
        {shownText.trim() === '' ? (
          <p className="text-muted">{t('template.nothing')}</p>
        ) : (
          <p className="text-sm whitespace-pre-wrap">{isHtml(text) ? <WithCode text={shownText} /> : shownText}</p>
        )}
      </div>
      {segments?.alphabet === 'ucs2' && <p className="mt-1 text-sm text-muted">{t('template.ucs2')}</p>}
    </figure>
  )
}
