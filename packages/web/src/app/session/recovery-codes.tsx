import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { useI18n } from '../i18n/language.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The recovery codes, shown only once. Without them, a user who loses the authenticator is locked out. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useI18n()
  const copy = async () => {
    if (await copyText(codes.join('\n'))) showToast(t('common.copied'))
    else showWarning(t('common.notCopied'))
  }
  return (
    <div className="grid max-w-xl gap-4">
      <p role="status" className="rounded-md border border-unknown-fill bg-unknown-soft px-3 py-2 text-unknown">
        <span aria-hidden="true">▲ </span>
        {t('recovery.text')}
      </p>
      <ul aria-label={t('recovery.label')} className="grid gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>{t('common.copy')}</Button>
        <Button kind="primary" onClick={onDone}>
          {t('recovery.done')}
        </Button>
      </div>
    </div>
  )
}
