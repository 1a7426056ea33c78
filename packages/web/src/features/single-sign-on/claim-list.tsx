import type { SsoResult } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'

/** What the identity provider said about a user, and the role that follows from it. */
export function ClaimList({ result }: { readonly result: SsoResult }) {
  const { t, formats } = useI18n()
  const { subject, email, is_email_verified, name, groups, has_second_factor, role } = result
  const said = (isSo: boolean | null) => t(isSo === null ? 'sso.claim.unsaid' : isSo ? 'sso.claim.yes' : 'sso.claim.no')
  const rows: readonly (readonly [string, string])[] = [
    [t('sso.claim.subject'), subject ?? '–'],
    [t('sso.claim.email'), email ?? '–'],
    [t('sso.claim.emailVerified'), said(is_email_verified)],
    [t('sso.claim.name'), name ?? '–'],
    [t('sso.claim.groups'), groups.length > 0 ? formats.list(groups) : '–'],
    [t('sso.claim.secondFactor'), said(has_second_factor)],
    [t('sso.claim.role'), role === null ? t('sso.claim.rejected') : t(`users.roles.${role}`)],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
