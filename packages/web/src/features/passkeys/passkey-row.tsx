import type { Passkey } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { passkeyTexts } from './texts.ts'

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRevoke: () => void
}

/** One passkey: its name, where it is kept, and when it was added and used. */
export function PasskeyRow({ passkey, onRename, onRevoke }: PasskeyRowProps) {
  const { formats } = useI18n()
  const passkeyText = useTexts(passkeyTexts)
  const now = useNow()
  const { name, permissions, is_backed_up, created_at, last_used_at, clone_suspected_at } = passkey
  const lastUsedText =
    last_used_at === null ? passkeyText('unused') : passkeyText('used', { ago: formats.ago(last_used_at, now) })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {passkeyText(is_backed_up ? 'synced' : 'onDevice')} · {passkeyText('since', { day: formats.day(created_at) })}{' '}
          · {lastUsedText}
        </p>
        {clone_suspected_at !== null && (
          <p className="text-sm">
            <StatusMark status="failure" text={passkeyText('cloned', { day: formats.day(clone_suspected_at) })} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {permissions?.update && (
          <Button size="small" kind="quiet" aria-label={passkeyText('renameNamed', { name })} onClick={onRename}>
            {passkeyText('rename')}
          </Button>
        )}
        {permissions?.delete && (
          <Button size="small" kind="danger" aria-label={passkeyText('revokeNamed', { name })} onClick={onRevoke}>
            {passkeyText('revoke')}
          </Button>
        )}
      </div>
    </li>
  )
}
