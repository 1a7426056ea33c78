import { useQuery } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AllowList } from '../authentication/allow-list.tsx'
import { Password } from '../authentication/password.tsx'
import { SecurityEvents } from '../authentication/security-events.tsx'
import { Sessions } from '../authentication/sessions.tsx'
import { SignIns } from '../authentication/sign-ins.tsx'
import { TwoFactor } from '../authentication/two-factor.tsx'
import { userDataQuery } from './queries.ts'

/** Password, two-factor authentication, allow-list, sessions, sign-ins and rejected attempts. */
export function Security({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const { data: holder, error } = useQuery(userDataQuery(account.id))
  if (!holder) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <div className="grid gap-8">
      {account.permissions?.change_password && <Password account={account} />}
      {account.permissions?.setup_2fa && <TwoFactor account={{ isOn: holder.has_2fa_enabled }} />}
      <AllowList key={holder.ip_whitelist.join()} holder={holder} />
      <Sessions account={account.id} />
      {account.permissions?.read_logs && <SignIns account={account.id} />}
      {account.permissions?.read_logs && <SecurityEvents account={account.id} />}
    </div>
  )
}
