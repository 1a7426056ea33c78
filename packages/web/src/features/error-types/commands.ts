import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { type Command, maxRecordsPerKind } from '../../app/shell/command.ts'
import { matches } from '../../ui/matches.ts'
import { errorTypesQuery } from './queries.ts'

/** Returns commands that open error types found by code or name. */
export function useErrorTypesCommands(typed: string): readonly Command[] {
  const { t, language } = useI18n()
  const navigate = useNavigate()
  const { data: types } = useQuery({ ...errorTypesQuery(language), enabled: typed !== '' })
  if (typed === '' || !types) return []
  return [...types.values()]
    .filter(({ id, name }) => matches(typed, String(id), name))
    .slice(0, maxRecordsPerKind)
    .map(({ id, name }) => ({
      id: `error-${id}`,
      label: name,
      kind: t('palette.error', { code: String(id) }),
      icon: 'errors',
      keywords: [String(id)],
      act: () => void navigate({ to: '/errors/$id', params: { id: String(id) } }),
    }))
}
