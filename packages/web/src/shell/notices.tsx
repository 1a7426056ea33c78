import { useSpeech } from '../language/language.tsx'
import { Toasts } from '../ui/toast.tsx'

/** What is said in passing, in front of every screen. */
export function Notices() {
  const { t } = useSpeech()
  return <Toasts label={t('common.notices')} closeLabel={t('common.close')} />
}
