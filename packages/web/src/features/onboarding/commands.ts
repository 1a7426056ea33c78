import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Command } from '../../app/shell/command.ts'

export function useOnboardingCommands(): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  if (!useMay('create_groups')) return []
  return [
    {
      id: 'add-service',
      label: t('onboarding.add'),
      kind: t('palette.action'),
      icon: 'add',
      keywords: ['new monitor', 'create check', 'watch', 'nowa usługa', 'utwórz', 'monitoruj', 'dodaj stronę'],
      act: () => void navigate({ to: '/services/new' }),
    },
  ]
}
