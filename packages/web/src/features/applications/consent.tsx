import type { ApplicationRequest } from '@wachta/client'
import { type ReactNode, useId, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { useIsObserver } from '../../app/client/session-scope.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import type { SendMutation } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useAccessText } from './scope-text.ts'
import { applicationTexts } from './texts.ts'

interface ConsentProps {
  readonly request: ApplicationRequest
  readonly approve: SendMutation<unknown, readonly string[]>
  readonly deny: Pick<SendMutation<unknown, void>, 'mutate' | 'isPending' | 'error'>
}

/** The consent screen: the application, its redirect URL, and the scopes, each of which can be unticked. */
export function Consent({ request, approve, deny }: ConsentProps) {
  const texts = useTexts(applicationTexts)
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set())
  const grantedScopes = request.scopes.filter((scope) => !deselected.has(scope))
  const change = (scope: string, isSelected: boolean) =>
    setDeselected(new Set(isSelected ? [...deselected].filter((one) => one !== scope) : [...deselected, scope]))
  const failure = approve.error ?? deny.error
  const isObserver = useIsObserver()
  return (
    <Card className="grid max-w-xl gap-5 p-5">
      <ApplicationFacts request={request} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">{texts('applications.asksFor')}</legend>
        {request.scopes.map((scope) => (
          <ScopeChoice key={scope} scope={scope} isSelected={!deselected.has(scope)} onChange={change} />
        ))}
      </fieldset>
      <p className="text-sm text-muted">{texts('applications.consentMeans')}</p>
      <div role="alert" className="empty:hidden">
        {failure && (
          <p className="text-failure">
            <span aria-hidden="true">▲ </span>
            {errorText(failure)}
          </p>
        )}
      </div>
      {isObserver ? (
        <p>{texts('applications.observer')}</p>
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <CopyAsCurl requests={() => approve.requests(grantedScopes)} />
          <Button kind="quiet" busy={deny.isPending} onClick={() => deny.mutate()}>
            {texts('applications.deny')}
          </Button>
          <Button
            kind="primary"
            busy={approve.isPending}
            disabled={grantedScopes.length === 0}
            onClick={() => approve.mutate(grantedScopes)}
          >
            {texts('applications.approve')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Facts about the application. Its name can be misleading, so the account that registered it is shown too. */
function ApplicationFacts({ request }: Pick<ConsentProps, 'request'>) {
  const texts = useTexts(applicationTexts)
  const { registered_by, client_id, redirect_host, client_ip_address } = request
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [texts('applications.registeredBy'), <Registrant key="registrant" name={registered_by} />],
    [texts('applications.clientId'), client_id],
    ...(redirect_host === null ? [] : [[texts('applications.goesTo'), redirect_host] as const]),
    ...(client_ip_address === null ? [] : [[texts('applications.askedFrom'), client_ip_address] as const]),
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The account that registered the application. The installation has a badge, which no account name can imitate. */
function Registrant({ name }: { readonly name: string | null }) {
  const texts = useTexts(applicationTexts)
  if (name !== null) return texts('applications.account', { name })
  return (
    <span data-badge="installation" className="rounded-sm border border-current px-1.5 text-ok">
      <span aria-hidden="true">✓ </span>
      {texts('applications.installation')}
    </span>
  )
}

interface ScopeChoiceProps {
  readonly scope: string
  readonly isSelected: boolean
  readonly onChange: (scope: string, isSelected: boolean) => void
}

function ScopeChoice({ scope, isSelected, onChange }: ScopeChoiceProps) {
  const describeScope = useAccessText()
  const id = useId()
  const { label, about } = describeScope(scope)
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={isSelected}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(scope, event.target.checked)}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-about`} className="text-muted">
          {about}
        </p>
      </div>
    </div>
  )
}
