import { useNavigate } from '@tanstack/react-router'
import { useActingAccount, useMe } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Command } from '../../app/shell/command.ts'

const settingsKeywords = ['settings', 'ustawienia']
const pages = [
  { tab: 'profile', name: 'account.profile', keywords: ['name', 'time zone', 'export', 'nazwa', 'strefa czasowa'] },
  {
    tab: 'security',
    name: 'account.security',
    keywords: [
      'password',
      'two-factor',
      '2fa',
      'otp',
      'passkey',
      'webauthn',
      'sessions',
      'hasło',
      'klucz dostępu',
      'logowanie',
      'sesje',
    ],
  },
  { tab: 'users', name: 'account.users', keywords: ['invite', 'colleague', 'add user', 'zaproś', 'dodaj użytkownika'] },
  { tab: 'usage', name: 'account.usage', keywords: ['limits', 'package', 'limity', 'pakiet'] },
  { tab: 'keys', name: 'account.keys', keywords: ['webhook', 'signature', 'podpis'] },
] as const

/** Returns commands that open tabs of the account page, as far as they are available to the user. */
export function useAccountsCommands(): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { data: me } = useMe()
  const acting = useActingAccount()
  const isAvailable = (tab: string): boolean => {
    if (tab === 'users') return me?.parent_account_id === null || acting?.permissions?.create_users === true
    return tab !== 'keys' || me?.permissions?.manage_signing_keys === true
  }
  return pages
    .filter(({ tab }) => isAvailable(tab))
    .map(({ tab, name, keywords }) => ({
      id: `account-${tab}`,
      label: t('palette.within', { page: t('nav.account'), part: t(name) }),
      kind: t('palette.place'),
      icon: 'account',
      keywords: [...keywords, ...settingsKeywords],
      act: () => void navigate({ to: '/account', search: { tab } }),
    }))
}
