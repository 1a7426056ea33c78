import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useAddresses, useContacts } from '../contacts/queries.ts'
import { SendTest } from '../contacts/send-test.tsx'
import type { StartedService } from './started-service.ts'
import { onboardingTexts } from './texts.ts'

interface DoneProps {
  readonly service: StartedService
  /** The contacts that the previous step added as recipients. */
  readonly notified: readonly number[]
  /** Starts with another service. */
  readonly onAgain: () => void
}

/** The last step: a summary and links to continue. */
export function Done({ service, notified, onAgain }: DoneProps) {
  const { t, formats } = useI18n()
  const texts = useTexts(onboardingTexts)
  const contacts = useContacts().filter(({ id }) => notified.includes(id))
  return (
    <section className="grid gap-4">
      <p role="status">{texts('onboarding.watched', { name: service.name })}</p>
      {notified.length === 0 && <p>{texts('onboarding.notNotified')}</p>}
      {contacts.length > 0 && (
        <p>
          {texts('onboarding.notified', { names: formats.list(contacts.map(({ name }) => name)), name: service.name })}
        </p>
      )}
      <NotifiedAddresses contacts={notified} />
      <div className="flex flex-wrap gap-2">
        <Link to="/services/$id" params={{ id: String(service.id) }} className={buttonClass('primary')}>
          {texts('onboarding.look')}
        </Link>
        <Button onClick={onAgain}>{texts('onboarding.another')}</Button>
        <Link to="/" className={buttonClass('quiet')}>
          {t('nav.dashboard')}
        </Link>
      </div>
    </section>
  )
}

/** The e-mail addresses of the contacts: a test for those that are verified, a note for those that are not. */
function NotifiedAddresses({ contacts }: { readonly contacts: readonly number[] }) {
  const texts = useTexts(onboardingTexts)
  const addresses = useAddresses().filter(
    ({ contact_id, channel_id }) => contacts.includes(contact_id) && channel_id === 'email',
  )
  if (addresses.length === 0) return null
  return (
    <ul className="grid gap-2">
      {addresses.map((address) =>
        address.is_verified ? (
          <li key={address.id} className="flex flex-wrap items-center gap-3">
            <span className="font-mono text-sm">{address.address}</span>
            <SendTest kind="contact_address" address={address} />
          </li>
        ) : (
          <li key={address.id}>{texts('onboarding.confirm', { address: address.address })}</li>
        ),
      )}
    </ul>
  )
}
