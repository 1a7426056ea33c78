import type { SsoResult } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { ssoTexts } from './texts.ts'

/** The claims of the identity provider about a user, and the resulting role. */
export function ClaimList({ result }: { readonly result: SsoResult }) {
  const { t, formats } = useI18n()
  const texts = useTexts(ssoTexts)
  const { subject, email, is_email_verified, name, groups, has_second_factor, role } = result
  const formatYesNo = (answer: boolean | null) =>
    texts(answer === null ? 'sso.claim.unsaid' : answer ? 'sso.claim.yes' : 'sso.claim.no')
  const rows: readonly (readonly [string, string])[] = [
    [texts('sso.claim.subject'), subject ?? '–'],
    [texts('sso.claim.email'), email ?? '–'],
    [texts('sso.claim.emailVerified'), formatYesNo(is_email_verified)],
    [texts('sso.claim.name'), name ?? '–'],
    [texts('sso.claim.groups'), groups.length > 0 ? formats.list(groups) : '–'],
    [texts('sso.claim.secondFactor'), formatYesNo(has_second_factor)],
    [texts('sso.claim.role'), role === null ? texts('sso.claim.rejected') : t(`users.roles.${role}`)],
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
