import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { useSession } from '../../app/session/session.ts'
import type { Command } from '../../app/shell/command.ts'

export function useApiKeysCommands(): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const isObserver = useSession().session?.own !== undefined
  const list: Command = {
    id: 'api-keys',
    label: t('account.apiKeys'),
    kind: t('palette.place'),
    icon: 'account',
    keywords: ['token', 'prometheus', 'klucze'],
    act: () => void navigate({ to: '/account', search: { tab: 'api-keys' } }),
  }
  const create: Command = {
    id: 'create-api-key',
    label: t('apiKeys.create'),
    kind: t('palette.action'),
    icon: 'add',
    keywords: ['new token', 'add', 'prometheus', 'dodaj', 'nowy'],
    act: () => void navigate({ to: '/account', search: { tab: 'api-keys', new: 'api-key' } }),
  }
  return isObserver ? [list] : [create, list]
}
