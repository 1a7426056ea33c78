import { useQuery } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { sharingQuery } from '../groups/queries.ts'
import { ShareRights } from '../groups/share-rights.tsx'

interface SharingProps {
  readonly account: Account
  /** The account whose groups are shared. */
  readonly owner: number
}

/**
 * Lists the groups of the owner that can be shared. In each, the owner chooses whether it is shared with the account, and
 * with which permissions.
 */
export function Sharing({ account, owner }: SharingProps) {
  const { t } = useI18n()
  const { data, error } = useQuery(sharingQuery(account.id, owner))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  const groups = data.groups.filter(({ permissions }) => permissions?.share)
  return (
    <ScreenSection title={t('sharing.title')} text={t('sharing.text', { name: account.name })}>
      {groups.length === 0 ? (
        <p className="text-muted">{t('sharing.none')}</p>
      ) : (
        <ul>
          {groups.map((group) => (
            <ShareRights
              key={group.id}
              label={group.name}
              legend={t('sharing.rights', { group: group.name })}
              group={group}
              account={account.id}
              share={data.shares.get(group.id)}
            />
          ))}
        </ul>
      )}
    </ScreenSection>
  )
}
