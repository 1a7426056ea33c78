import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Group, GroupShare } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { groupKeys } from './queries.ts'

const rights = [
  'can_create_services',
  'can_modify_services',
  'can_delete_services',
  'can_archive_services',
  'can_force_analyses',
  'can_modify_group',
] as const

interface ShareRightsProps {
  /** The label of the checkbox: the group or the account. */
  readonly label: string
  readonly legend: string
  readonly group: Pick<Group, 'id' | 'name'>
  readonly account: number
  /** Undefined if the group is not shared with the account. */
  readonly share: GroupShare | undefined
}

/** Shares a group with an account and sets its permissions; every change is saved immediately. */
export function ShareRights({ label, legend, group, account, share }: ShareRightsProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const path = { _id: group.id, _account_id: account }
  const change = useMutation({
    mutationFn: (next: Partial<GroupShare> | null): Promise<unknown> => {
      if (next === null) return client.call('delete_group_share', { path })
      const rightsData = Object.fromEntries(rights.map((right) => [right, (next[right] ?? share?.[right]) === true]))
      return client.call('put_group_share', { path, body: rightsData })
    },
    onSuccess: (_, next) => {
      showToast(t(next === null ? 'sharing.ended' : 'sharing.saved', { group: group.name }))
      return queries.invalidateQueries({ queryKey: groupKeys.shares })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  // Show the new value while it is being saved; if it is rejected, the old one returns.
  const pendingRights = change.isPending ? change.variables : undefined
  const shownShare = pendingRights === null ? undefined : pendingRights ? { ...share, ...pendingRights } : share
  return (
    <li className="border-t border-line py-3">
      <Check
        label={label}
        className="font-medium"
        checked={shownShare !== undefined}
        disabled={change.isPending}
        onChange={(isShared) => change.mutate(isShared ? {} : null)}
      />
      {shownShare && (
        <fieldset className="mt-2 flex flex-wrap gap-x-6 gap-y-1 pl-7" disabled={change.isPending}>
          <legend className="sr-only">{legend}</legend>
          {rights.map((right) => (
            <Check
              key={right}
              label={t(`sharing.${right}`)}
              checked={shownShare[right] === true}
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
