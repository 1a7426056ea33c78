import { useQuery } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AllowList } from '../authentication/allow-list.tsx'
import { Password } from '../authentication/password.tsx'
import { userDataQuery } from '../authentication/queries.ts'
import { SecurityEvents } from '../authentication/security-events.tsx'
import { Sessions } from '../authentication/sessions.tsx'
import { SignIns } from '../authentication/sign-ins.tsx'
import { TwoFactor } from '../authentication/two-factor.tsx'
import { Passkeys } from '../passkeys/passkeys.tsx'
import { AdviceList } from './advice-list.tsx'
import { ApiKeySummary } from './api-key-summary.tsx'
import { ApplicationSummary } from './application-summary.tsx'
import { PasskeyRequirement } from './passkey-requirement.tsx'
import { accountSecurityQuery } from './queries.ts'
import { RecoveryCodeCount } from './recovery-code-count.tsx'

/** The security settings of the user: first advice, then sign-in methods, keys, applications, sessions and history. */
export function AccountSecurityPage({ account }: { readonly account: Account }) {
  const { t } = useI18n()
  const { data: holder, error } = useQuery(userDataQuery(account.id))
  const { data: security, error: failure } = useQuery(accountSecurityQuery)
  const { permissions } = account
  if (!holder || !security)
    return (error ?? failure) ? <Failed error={error ?? failure} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <div className="grid gap-8">
      <AdviceList security={security} />
      <Passkeys account={account.id} canAdd={permissions?.setup_2fa === true} />
      {permissions?.setup_2fa && <TwoFactor account={{ isOn: security.has_authenticator_app }} />}
      {permissions?.setup_2fa && <RecoveryCodeCount security={security} />}
      {permissions?.change_password && <Password account={account} />}
      {permissions?.manage_security && (
        <PasskeyRequirement account={account.id} roles={security.passkey_required_roles} />
      )}
      <AllowList key={holder.ip_whitelist.join()} holder={holder} />
      <ApiKeySummary account={account.id} />
      <ApplicationSummary account={account.id} />
      <Sessions account={account.id} />
      {permissions?.read_logs && <SignIns account={account.id} />}
      {permissions?.read_logs && <SecurityEvents account={account.id} />}
    </div>
  )
}
