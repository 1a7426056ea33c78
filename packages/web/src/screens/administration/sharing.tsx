import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, Group, GroupShare } from '@wachta/client'
import { sharingQuery } from '../../data/administration.ts'
import { client, sayingOf } from '../../data/client.ts'
import { Section } from '../../design/section.tsx'
import { SkeletonRows } from '../../design/skeleton.tsx'
import { say, warn } from '../../design/toast.tsx'
import { useSpeech } from '../../language/language.tsx'
import { Failed } from '../../shell/failed.tsx'

const rights = [
  'can_create_services',
  'can_modify_services',
  'can_delete_services',
  'can_archive_services',
  'can_force_analyses',
  'can_modify_group',
] as const

interface SharingProps {
  readonly account: Account
  /** Whose groups are shared. */
  readonly owner: number
}

/** Which of one's own groups another account sees, and what it may do there. */
export function Sharing({ account, owner }: SharingProps) {
  const { t } = useSpeech()
  const { data, error } = useQuery(sharingQuery(account.id, owner))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  const groups = data.groups.filter(({ permissions }) => permissions?.share)
  return (
    <Section title={t('sharing.title')} text={t('sharing.text', { name: account.name })}>
      {groups.length === 0 ? (
        <p className="text-muted">{t('sharing.none')}</p>
      ) : (
        <ul>
          {groups.map((group) => (
            <SharedGroup key={group.id} group={group} share={data.shares.get(group.id)} account={account} />
          ))}
        </ul>
      )}
    </Section>
  )
}

interface SharedGroupProps {
  readonly group: Group
  readonly share: GroupShare | undefined
  readonly account: Account
}

function SharedGroup({ group, share, account }: SharedGroupProps) {
  const { t } = useSpeech()
  const queries = useQueryClient()
  const path = { _id: group.id, _account_id: account.id }
  const change = useMutation({
    mutationFn: (next: Partial<GroupShare> | null): Promise<unknown> => {
      if (next === null) return client.call('delete_group_share', { path })
      const given = Object.fromEntries(rights.map((right) => [right, (next[right] ?? share?.[right]) === true]))
      return client.call('put_group_share', { path, body: given })
    },
    onSuccess: (_, next) => {
      say(t(next === null ? 'sharing.ended' : 'sharing.saved', { group: group.name }))
      return queries.invalidateQueries({ queryKey: ['group_shares'] })
    },
    onError: (error) => warn(sayingOf(error)),
  })
  // What was just chosen is shown at once; when it is refused, it goes back.
  const wanted = change.isPending ? change.variables : undefined
  const shown = wanted === null ? undefined : wanted ? { ...share, ...wanted } : share
  return (
    <li className="border-t border-line py-3">
      <Check
        label={group.name}
        className="font-medium"
        checked={shown !== undefined}
        disabled={change.isPending}
        onChange={(isShared) => change.mutate(isShared ? {} : null)}
      />
      {shown && (
        <fieldset className="mt-2 flex flex-wrap gap-x-6 gap-y-1 pl-7" disabled={change.isPending}>
          <legend className="sr-only">{t('sharing.rights', { group: group.name })}</legend>
          {rights.map((right) => (
            <Check
              key={right}
              label={t(`sharing.${right}`)}
              checked={shown[right] === true}
              disabled={change.isPending}
              onChange={(isGiven) => change.mutate({ [right]: isGiven })}
            />
          ))}
        </fieldset>
      )}
    </li>
  )
}

interface CheckProps {
  readonly label: string
  readonly checked: boolean
  readonly disabled: boolean
  readonly onChange: (checked: boolean) => void
  readonly className?: string
}

function Check({ label, checked, disabled, onChange, className = '' }: CheckProps) {
  return (
    <label className={`flex min-h-8 items-center gap-2.5 ${className}`}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0 accent-accent"
      />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  )
}
