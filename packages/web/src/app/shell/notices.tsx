import { Toasts } from '../../ui/toast.tsx'
import { useI18n } from '../i18n/language.tsx'

/** Toasts in front of every screen. */
export function Notices() {
  const { t } = useI18n()
  return <Toasts label={t('common.notices')} closeLabel={t('common.close')} />
}
