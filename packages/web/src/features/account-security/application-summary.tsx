import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { ScreenSection } from '../../ui/section.tsx'
import { applicationGrantsQuery } from '../applications/queries.ts'
import { securityTexts } from './texts.ts'

/** The number of applications with access to the account, with a link to them. */
export function ApplicationSummary({ account }: { readonly account: number }) {
  const text = useTexts(securityTexts)
  const { data: grants = [] } = useQuery(applicationGrantsQuery(account))
  return (
    <ScreenSection title={text('applicationTitle')} text={text('applications', { count: grants.length })}>
      <Link to="/account" search={{ tab: 'applications' }} className="text-accent underline underline-offset-4">
        {text('manageApplications')}
      </Link>
    </ScreenSection>
  )
}
