import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Command } from '../../app/shell/command.ts'

const tabs = [
  { tab: 'groups', name: 'people.groups', keywords: ['team', 'on call', 'zespół', 'dyżur'] },
  { tab: 'told', name: 'people.matrix', keywords: ['who gets notified', 'alerts', 'recipients', 'kto dostaje'] },
  { tab: 'templates', name: 'people.templates', keywords: ['message text', 'e-mail', 'sms', 'treść wiadomości'] },
  { tab: 'addresses', name: 'people.legacy', keywords: ['address', 'adresy'] },
] as const

/** Returns the commands that open a tab of the contacts page other than the first. */
export function usePeopleCommands(): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  return tabs.map(({ tab, name, keywords }) => ({
    id: `contacts-${tab}`,
    label: t(name),
    kind: t('palette.place'),
    icon: 'people',
    keywords,
    act: () => void navigate({ to: '/contacts', search: { tab } }),
  }))
}
