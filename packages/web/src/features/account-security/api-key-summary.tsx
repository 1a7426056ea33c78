import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { ScreenSection } from '../../ui/section.tsx'
import { useNow } from '../../ui/use-now.ts'
import { getKeyState } from '../api-keys/api-key-scopes.ts'
import { apiKeysQuery } from '../api-keys/queries.ts'
import { securityTexts } from './texts.ts'

/** The number of active API keys of the user, with a link to them. */
export function ApiKeySummary({ account }: { readonly account: number }) {
  const { t } = useI18n()
  const text = useTexts(securityTexts)
  const now = useNow()
  const { data: keys = [] } = useQuery(apiKeysQuery(account))
  const count = keys.filter((key) => getKeyState(key, now.getTime()) === 'active').length
  return (
    <ScreenSection title={t('account.apiKeys')} text={text('apiKeys', { count })}>
      <Link to="/account" search={{ tab: 'api-keys' }} className="text-accent underline underline-offset-4">
        {text('manageKeys')}
      </Link>
    </ScreenSection>
  )
}
