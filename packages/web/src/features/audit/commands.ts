import { useNavigate } from '@tanstack/react-router'
import { useMe } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Command } from '../../app/shell/command.ts'

export function useAuditCommands(): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { data: me } = useMe()
  if (!me?.permissions?.read_logs) return []
  return [
    {
      id: 'audit',
      label: t('audit.title'),
      kind: t('palette.place'),
      icon: 'account',
      keywords: ['who changed', 'history of changes', 'kto zmienił', 'historia zmian', 'audyt'],
      act: () => void navigate({ to: '/audit' }),
    },
  ]
}
