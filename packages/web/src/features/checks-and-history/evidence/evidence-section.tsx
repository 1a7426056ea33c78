import { type ReactNode, useId } from 'react'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

interface EvidenceSectionProps {
  readonly title: string
  readonly actions?: ReactNode
  /** The URL of the file that the section shows. */
  readonly download?: string
  readonly children: ReactNode
}

/** A part of the evidence with its heading. */
export function EvidenceSection({ title, actions, download, children }: EvidenceSectionProps) {
  const { t } = useEvidenceI18n()
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {actions}
          {download && (
            <a href={download} download className="text-sm text-accent underline">
              {t('evidence.download')}
            </a>
          )}
        </div>
      </div>
      {children}
    </section>
  )
}
