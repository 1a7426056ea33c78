import { useQuery } from '@tanstack/react-query'
import type { AccountSecurity } from '@wachta/client'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { CardList } from '../../ui/card-list.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { apiKeysQuery } from '../api-keys/queries.ts'
import { passkeysQuery } from '../passkeys/queries.ts'
import { type Advice, findAdvice } from './advice.ts'
import { securityTexts } from './texts.ts'

/** Advice on how to make the account safer, or a note that it is well protected. */
export function AdviceList({ security }: { readonly security: AccountSecurity }) {
  const text = useTexts(securityTexts)
  const now = useNow()
  const { data: passkeys } = useQuery(passkeysQuery(security.account_id))
  const { data: apiKeys } = useQuery(apiKeysQuery(security.account_id))
  if (!passkeys || !apiKeys) return null
  const advice = findAdvice({ security, passkeys, apiKeys, now: now.getTime() })
  return (
    <ScreenSection title={text('advice')}>
      {advice.length === 0 ? (
        <p className="flex items-baseline gap-2">
          <StatusMark status="ok" />
          {text('complete')}
        </p>
      ) : (
        <CardList aria-label={text('advice')}>
          {advice.map((each) => (
            <li key={`${each.kind} ${'name' in each ? each.name : ''}`} className="flex items-baseline gap-2.5 py-3">
              <StatusMark status={each.kind === 'cloned' || each.kind === 'passwordOnly' ? 'failure' : 'warning'} />
              <Sentence advice={each} />
            </li>
          ))}
        </CardList>
      )}
    </ScreenSection>
  )
}

function Sentence({ advice }: { readonly advice: Advice }) {
  const text = useTexts(securityTexts)
  if (advice.kind === 'cloned') return <span>{text('cloned', { name: advice.name })}</span>
  if (advice.kind === 'fewCodes') return <span>{text('fewCodes', { count: advice.count })}</span>
  if (advice.kind === 'staleKeys') return <span>{text('staleKeys', { count: advice.count })}</span>
  return <span>{text(advice.kind)}</span>
}
