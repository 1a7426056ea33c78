import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { applicationTexts } from './texts.ts'

/** The credentials with which a program requests access; the secret is null for a public application. */
export interface ApplicationCredentials {
  readonly name: string
  readonly clientId: string
  readonly secret: string | null
}

/** Shows the credentials of an application, whose secret is never shown again. A click outside does not close it. */
export function NewApplication({
  shown,
  onClose,
}: {
  readonly shown: ApplicationCredentials
  readonly onClose: () => void
}) {
  const { t } = useI18n()
  const texts = useTexts(applicationTexts)
  const { name, clientId, secret } = shown
  return (
    <Dialog open isForm onClose={onClose} title={name} closeLabel={t('common.close')}>
      <div className="grid gap-4">
        {secret !== null && (
          <p role="status" className="rounded-md border border-unknown-fill bg-unknown-soft px-3 py-2 text-unknown">
            <span aria-hidden="true">▲ </span>
            {texts('applications.once')}
          </p>
        )}
        <Copyable title={texts('applications.clientId')} text={clientId} />
        {secret !== null && <Copyable title={texts('applications.clientSecret')} text={secret} />}
        <Copyable title={texts('applications.issuer')} text={`${location.origin}/oauth`} />
        <div className="flex justify-end">
          <Button kind="primary" onClick={onClose}>
            {texts('applications.done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Copyable({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useI18n()
  const texts = useTexts(applicationTexts)
  return (
    <section className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{title}</h3>
        <CopyButton
          text={text}
          label={texts('applications.copy', { name: title })}
          doneLabel={t('common.copied')}
          failedText={t('common.notCopied')}
        />
      </div>
      <pre className="rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap break-all">
        <code>{text}</code>
      </pre>
    </section>
  )
}
