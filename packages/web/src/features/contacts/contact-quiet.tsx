import { Link } from '@tanstack/react-router'
import type { Contact } from '@wachta/client'
import { useActingAccount } from '../../app/client/me.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { useQuietHours } from './queries.ts'
import { contactTexts } from './texts.ts'
import { useQuietText } from './use-quiet-text.ts'

export function ContactQuiet({ contact }: { readonly contact: Contact }) {
  const texts = useTexts(contactTexts)
  const acting = useActingAccount()
  const formatQuietHours = useQuietText()
  const windows = useQuietHours().filter(({ contact_id }) => contact_id === contact.id)
  return (
    <section aria-labelledby="quiet">
      <h2 id="quiet" className="mb-2 text-lg font-semibold">
        {texts('contact.quiet')}
      </h2>
      {windows.length === 0 ? (
        <p className="text-muted">{texts('contact.quietNone')}</p>
      ) : (
        <>
          <ul>
            {formatQuietHours(windows).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="mt-1 text-sm text-muted">
            {texts('contact.quietMeans', { zone: acting?.time_zone?.name ?? 'UTC' })}
          </p>
        </>
      )}
      <p className="mt-2">
        <Link to="/maintenance" className="text-accent underline underline-offset-4">
          {texts('contact.quietChange')}
        </Link>
      </p>
    </section>
  )
}
