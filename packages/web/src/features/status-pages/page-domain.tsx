import { useQuery } from '@tanstack/react-query'
import type { StatusPage } from '@wachta/client'
import { canOwnerFix, type DomainProblem } from '@wachta/status-page'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import type { Status } from '../../ui/status-mark.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CopyableValue } from '../single-sign-on/copyable-value.tsx'
import type { PagePart } from './page-part.ts'
import { statusPageQuery } from './queries.ts'
import { statusPageTexts } from './texts.ts'

/** The domain of a page; once it is saved, the records that it needs, and its state. */
export function DomainFields({ pageId, ...part }: PagePart & { readonly pageId: number | undefined }) {
  const { values, onChange, fieldErrors, isReadOnly } = part
  const texts = useTexts(statusPageTexts)
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-lg font-semibold">{texts('customDomain')}</legend>
      <FormField label={texts('domain')} hint={texts('domainHint')} fieldErrors={fieldErrors.get('domain')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            disabled={isReadOnly}
            value={values.domain}
            maxLength={253}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="status.example.com"
            onChange={(event) => onChange({ domain: event.target.value })}
          />
        )}
      </FormField>
      {pageId !== undefined && <DomainProgress pageId={pageId} />}
    </fieldset>
  )
}

const marks: Readonly<Record<NonNullable<StatusPage['domain_state']>, Status>> = {
  waiting: 'unknown',
  active: 'ok',
  failed: 'failure',
}

/** A page can have problems although it is served; those that its owner must fix are highlighted. */
const chooseMark = (state: keyof typeof marks, problem: DomainProblem | null): Status =>
  state === 'active' && problem ? (canOwnerFix(problem) ? 'failure' : 'unknown') : marks[state]

/** Polls while the page waits for its DNS records, because they are set elsewhere. */
function DomainProgress({ pageId }: { readonly pageId: number }) {
  const texts = useTexts(statusPageTexts)
  const { formats } = useI18n()
  const { data } = useQuery({
    ...statusPageQuery(pageId),
    refetchInterval: ({ state }) => (state.data?.page.domain_state === 'waiting' ? 10_000 : false),
  })
  const page = data?.page
  if (!page?.domain_state) return null
  const { domain_state: state, domain_problem: problem, certificate_expires_at: expires } = page
  return (
    <div className="grid gap-3">
      <StatusNote status={chooseMark(state, problem)}>{texts(`domainState.${state}`)}</StatusNote>
      {problem && <p className="max-w-prose">{texts(`domainProblem.${problem}`)}</p>}
      {problem && page.domain_detail && <p className="text-sm wrap-anywhere text-muted">{page.domain_detail}</p>}
      {expires && <p className="text-sm text-muted">{texts('certificateUntil', { time: formats.day(expires) })}</p>}
      <DomainRecords page={page} />
    </div>
  )
}

function DomainRecords({ page }: { readonly page: StatusPage }) {
  const texts = useTexts(statusPageTexts)
  return (
    <dl className="grid gap-3">
      <CopyableValue label={texts('recordName')} text={page.domain_record_name ?? ''} />
      <CopyableValue label={texts('recordValue')} text={page.domain_record_value ?? ''} />
      {page.domain_target && (
        <CopyableValue label={texts('domainTarget', { domain: page.domain ?? '' })} text={page.domain_target} />
      )}
    </dl>
  )
}
