import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { type Command, maxRecordsPerKind } from '../../app/shell/command.ts'
import { matches } from '../../ui/matches.ts'
import { rulesQuery } from './queries.ts'

/** Returns commands that create an alert rule, open the list of rules, and open rules found by name. */
export function useAlertRulesCommands(typed: string): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const mayCreate = useMay('create_events')
  const { data: rules = [] } = useQuery({ ...rulesQuery, enabled: typed !== '' })
  const open = (id: string) => void navigate({ to: '/events/rules/$id', params: { id } })
  const found = typed === '' ? [] : rules.filter(({ name }) => matches(typed, name)).slice(0, maxRecordsPerKind)
  const create: Command = {
    id: 'new-rule',
    label: t('rules.new'),
    kind: t('palette.action'),
    icon: 'add',
    keywords: ['create', 'add', 'threshold', 'utwórz', 'dodaj', 'próg'],
    act: () => open('new'),
  }
  const list: Command = {
    id: 'rules',
    label: t('incidents.rules'),
    kind: t('palette.place'),
    icon: 'events',
    keywords: ['threshold', 'condition', 'próg', 'warunek'],
    act: () => void navigate({ to: '/events/rules' }),
  }
  return [
    ...(mayCreate ? [create] : []),
    list,
    ...found.map(
      ({ id, name }): Command => ({
        id: `rule-${id}`,
        label: name,
        kind: t('palette.rule'),
        icon: 'events',
        act: () => open(String(id)),
      }),
    ),
  ]
}
