import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMe } from '../../app/client/me.ts'
import { useIsAdministrator } from '../../app/client/session-scope.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AccountState } from '../accounts/account-state.tsx'
import { accountQuery } from '../accounts/queries.ts'
import { Usage } from '../accounts/usage.tsx'
import { AccountActions } from './account-actions.tsx'
import { AccountSettings } from './account-settings.tsx'
import { HolderDetails } from './holder.tsx'
import { Sharing } from './sharing.tsx'

const route = getRouteApi('/inside/framed/administration/accounts/$id')

/** One managed account: its state, settings, usage and shared groups. */
export function ManagedAccountPage() {
  const { t } = useI18n()
  const id = Number(route.useParams().id)
  const { data: account, error, refetch } = useQuery(accountQuery(id))
  const { data: me } = useMe()
  const isAdministrator = useIsAdministrator()
  useTitle(account?.name ?? t('nav.administration'))
  if (!account || !me)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const isOther = account.id !== me.id
  const isMain = account.parent_account_id === null
  return (
    <>
      <PageHeader
        above={
          <Link to="/administration" className="text-accent underline underline-offset-4">
            {t('nav.administration')}
          </Link>
        }
        title={account.name}
        below={
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="break-all">{account.username}</span>
            <AccountState account={account} />
          </span>
        }
        actions={<AccountActions account={account} />}
      />
      <div className="grid gap-8">
        {isMain && <Usage account={account} />}
        <AccountSettings key={account.id} account={account} me={me} />
        {isAdministrator && <HolderDetails id={id} />}
        {isOther && isMain && me.permissions?.share_groups && <Sharing account={account} owner={me.id} />}
        {account.permissions?.read_logs && (
          <p>
            <Link
              to="/audit"
              search={{ account: String(account.id) }}
              className="text-accent underline underline-offset-4"
            >
              {t('audit.title')}
            </Link>
          </p>
        )}
      </div>
    </>
  )
}
