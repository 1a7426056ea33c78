import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Command } from '../../app/shell/command.ts'

/** The command to create a page. The palette has the list of pages already, like every item of the menu. */
export function useStatusPagesCommands(): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  if (!useMay('create_status_pages')) return []
  return [
    {
      id: 'new-status-page',
      label: t('statusPages.new'),
      kind: t('palette.action'),
      icon: 'add',
      keywords: ['create', 'public', 'utwórz', 'publiczna'],
      act: () => void navigate({ to: '/status-pages/$id', params: { id: 'new' } }),
    },
  ]
}
