import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ssoTexts } from './texts.ts'

/** A labelled value with a button that copies it, such as a URL, a token or a part of a TXT record. */
export function CopyableValue({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useI18n()
  const texts = useTexts(ssoTexts)
  return (
    <div className="grid gap-1">
      <dt className="text-sm font-medium">{label}</dt>
      <dd className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 grow rounded-md bg-sunken px-3 py-2 font-mono text-sm break-all">{text}</code>
        <CopyButton
          text={text}
          label={texts('sso.copy')}
          doneLabel={t('common.copied')}
          failedText={t('common.notCopied')}
        />
      </dd>
    </div>
  )
}
