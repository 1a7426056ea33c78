import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Command } from '../../app/shell/command.ts'
import { mayPlanQuery } from './queries.ts'

const keywords = [
  'mute',
  'silence',
  'snooze',
  'downtime',
  'pause',
  'quiet hours',
  'wycisz',
  'przerwa',
  'prace',
  'cisza',
]

export function useMaintenanceCommands(): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { data: mayPlan = false } = useQuery(mayPlanQuery)
  if (!mayPlan) return []
  return [
    {
      id: 'schedule-maintenance',
      label: t('maintenance.schedule'),
      kind: t('palette.action'),
      icon: 'maintenance',
      keywords,
      act: () => void navigate({ to: '/maintenance', search: { new: 'window' } }),
    },
  ]
}
