import type { Group } from '@wachta/client'
import { useMemo } from 'react'
import { useIsAdministrator } from '../../app/client/session-scope.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { type Leaf, listBranches } from './branches.ts'
import type { ServiceWithStatus } from './queries.ts'

interface GroupTreeProps {
  readonly groups: ReadonlyMap<number, Group>
  readonly services: readonly ServiceWithStatus[]
  /** The account whose groups come first. */
  readonly ownAccount: number | undefined
  readonly chosen: string
  readonly onChoose: (group: string) => void
}

/** The groups by owner, each with the number of its services and of those that are down. */
export function GroupTree({ groups, services, ownAccount, chosen, onChoose }: GroupTreeProps) {
  const { t } = useI18n()
  // Administrators see the groups of all accounts, so these need not be shared with them.
  const isAdministrator = useIsAdministrator()
  const branches = useMemo(() => listBranches(groups, services, ownAccount), [groups, services, ownAccount])
  return (
    <nav aria-label={t('groups.label')} className="w-56 shrink-0 max-lg:hidden">
      <ul className="sticky top-20 grid max-h-[80vh] grid-cols-1 gap-0.5 overflow-y-auto">
        <Entry
          leaf={{ id: 0, name: t('filters.anyGroup'), count: services.length, failing: 0 }}
          isChosen={chosen === ''}
          onChoose={() => onChoose('')}
        />
        {branches.map(({ owner, leaves }) => (
          <li key={owner ?? 'own'} className="min-w-0">
            {branches.length > 1 && (
              <p className="mt-3 truncate px-2.5 text-sm font-medium text-muted">
                {owner === null ? t('groups.own') : isAdministrator ? owner : t('groups.of', { owner })}
              </p>
            )}
            <ul className="grid grid-cols-1 gap-0.5">
              {leaves.map((leaf) => (
                <Entry
                  key={leaf.id}
                  leaf={leaf}
                  isChosen={chosen === String(leaf.id)}
                  onChoose={() => onChoose(String(leaf.id))}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface EntryProps {
  readonly leaf: Leaf
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Entry({ leaf: { name, count, failing }, isChosen, onChoose }: EntryProps) {
  const { t } = useI18n()
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className="flex min-h-9 w-full items-center gap-2 rounded-md px-2.5 text-left hover:bg-sunken aria-current:bg-accent-soft aria-current:font-medium"
      >
        <span className="min-w-0 grow truncate">{name}</span>
        {failing > 0 && (
          <span title={t('groups.failing', { count: failing })}>
            <StatusMark status="failure" text={String(failing)} />
            <span className="sr-only">{t('groups.failing', { count: failing })}</span>
          </span>
        )}
        <span className="text-sm text-muted">{count}</span>
      </button>
    </li>
  )
}
