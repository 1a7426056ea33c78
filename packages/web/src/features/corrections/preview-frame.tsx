import { type ReactNode, useId } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import type { Period } from './preview.ts'
import { correctionTexts } from './texts.ts'

interface PreviewFrameProps {
  /** The months that the service level is computed for. */
  readonly months: Period
  readonly children: ReactNode
}

/** Shows the months that a service level is computed for. */
export function PreviewFrame({ months, children }: PreviewFrameProps) {
  const { formats, language } = useI18n()
  const texts = useTexts(correctionTexts)
  const id = useId()
  const name = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone: formats.timeZone,
    month: 'long',
    year: 'numeric',
  }).formatRange(months.start, months.end - 1)
  return (
    <section aria-labelledby={id} className="overflow-x-auto rounded-md border border-line bg-surface p-4">
      <h3 id={id} className="mb-2 font-medium">
        {texts('corrections.preview', { months: name })}
      </h3>
      {children}
    </section>
  )
}

export function NoPreview() {
  const texts = useTexts(correctionTexts)
  return <p className="rounded-md border border-line bg-surface p-4 text-muted">{texts('corrections.previewHint')}</p>
}
