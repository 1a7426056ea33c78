import { type HeartbeatSnippetKind, heartbeatSnippet, heartbeatSnippetKinds } from '@wachta/client'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The URL that a job calls, shown once, with lines to copy into the job. */
export function HeartbeatUrl({ url, interval }: { readonly url: string; readonly interval: number }) {
  const { t } = useI18n()
  const [kind, setKind] = useState<HeartbeatSnippetKind>('curl')
  const snippet = heartbeatSnippet(kind, url, interval)
  return (
    <div className="grid gap-4">
      <p className="text-unknown">▲ {t('heartbeat.shownOnce')}</p>
      <div className="grid gap-1.5">
        <h3 className="text-sm font-medium">{t('heartbeat.url')}</h3>
        <div className="flex flex-wrap items-center gap-3">
          <code className="min-w-0 break-all rounded-md border border-line bg-surface px-3 py-2 text-sm">{url}</code>
          <CopyButton
            text={url}
            label={t('heartbeat.copyUrl')}
            doneLabel={t('heartbeat.copied')}
            failedText={t('common.notCopied')}
          />
        </div>
      </div>
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <fieldset className="flex flex-wrap gap-4">
            <legend className="mb-1 text-sm font-medium">{t('heartbeat.snippets')}</legend>
            {heartbeatSnippetKinds.map((each) => (
              <label key={each} className="flex items-center gap-2">
                <input
                  type="radio"
                  name="snippet"
                  checked={each === kind}
                  onChange={() => setKind(each)}
                  className="accent-accent"
                />
                {t(`heartbeat.snippet.${each}`)}
              </label>
            ))}
          </fieldset>
          <CopyButton
            text={snippet}
            label={t('heartbeat.copySnippet')}
            doneLabel={t('heartbeat.copied')}
            failedText={t('common.notCopied')}
          />
        </div>
        <pre className="whitespace-pre-wrap break-all rounded-md border border-line bg-surface px-3 py-2 text-sm">
          {snippet}
        </pre>
      </div>
    </div>
  )
}
