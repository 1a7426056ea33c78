import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { createExampleRequest } from './api-key-scopes.ts'
import type { CreatedKey } from './create-api-key.tsx'
import { apiKeyTexts } from './texts.ts'

interface NewApiKeyProps {
  readonly created: CreatedKey
  readonly onClose: () => void
}

/** Shows a new key, which is never shown again, with a request to try it. A click outside does not close the dialog. */
export function NewApiKey({ created: { name, key, scopes }, onClose }: NewApiKeyProps) {
  const { t } = useI18n()
  const texts = useTexts(apiKeyTexts)
  const example = createExampleRequest(location.origin, key, scopes)
  return (
    <Dialog open isForm onClose={onClose} title={texts('apiKeys.madeTitle')} closeLabel={t('common.close')}>
      <div className="grid gap-4">
        <p role="status" className="rounded-md border border-unknown-fill bg-unknown-soft px-3 py-2 text-unknown">
          <span aria-hidden="true">▲ </span>
          {texts('apiKeys.once')}
        </p>
        <Copyable title={texts('apiKeys.key', { name })} text={key} label={texts('apiKeys.copyKey')} />
        <Copyable title={texts('apiKeys.example')} text={example} label={texts('apiKeys.copyExample')} />
        <div className="flex justify-end">
          <Button kind="primary" onClick={onClose}>
            {texts('apiKeys.done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Copyable({ title, text, label }: { readonly title: string; readonly text: string; readonly label: string }) {
  const { t } = useI18n()
  return (
    <section className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{title}</h3>
        <CopyButton text={text} label={label} doneLabel={t('common.copied')} failedText={t('common.notCopied')} />
      </div>
      <pre className="rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap break-all">
        <code>{text}</code>
      </pre>
    </section>
  )
}
