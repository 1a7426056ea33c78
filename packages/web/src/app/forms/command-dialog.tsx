import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { useI18n } from '../i18n/language.tsx'

/** A command to be copied by hand. */
export function CommandDialog({ command, onClose }: { readonly command: string; readonly onClose: () => void }) {
  const { t } = useI18n()
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('curl.title')}
      description={t('curl.byHand')}
      closeLabel={t('common.close')}
    >
      <TextArea
        readOnly
        aria-label={t('curl.title')}
        rows={Math.min(command.split('\n').length + 1, 18)}
        value={command}
        onFocus={(event) => event.target.select()}
        className="font-mono text-sm"
      />
    </Dialog>
  )
}
