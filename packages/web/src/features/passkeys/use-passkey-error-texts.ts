import { useI18n } from '../../app/i18n/language.tsx'
import type { PasskeyErrorTexts } from './web-authn.ts'

export function usePasskeyErrorTexts(): PasskeyErrorTexts {
  const { t } = useI18n()
  return {
    cancelled: t('passkeys.cancelled'),
    alreadyThere: t('passkeys.alreadyThere'),
    wrongAddress: t('passkeys.wrongAddress'),
  }
}
