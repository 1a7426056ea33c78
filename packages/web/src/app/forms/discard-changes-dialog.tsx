import { Confirm } from '../../ui/confirm.tsx'
import { useI18n } from '../i18n/language.tsx'

interface DiscardChangesDialogProps {
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Asks whether to discard the changes of a form. */
export function DiscardChangesDialog({ onStay, onLeave }: DiscardChangesDialogProps) {
  const { t } = useI18n()
  return (
    <Confirm
      title={t('unsaved.title')}
      description={t('unsaved.text')}
      confirm={t('unsaved.leave')}
      cancel={t('unsaved.stay')}
      closeLabel={t('common.close')}
      isDangerous
      onClose={onStay}
      onConfirm={onLeave}
    />
  )
}
