import { Link } from '@tanstack/react-router'
import type { Contact } from '@wachta/client'
import { useMe } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useQuietHours } from './queries.ts'
import { useQuietText } from './use-quiet-text.ts'

export function ContactQuiet({ contact }: { readonly contact: Contact }) {
  const { t } = useI18n()
  const { data: me } = useMe()
  const text = useQuietText()
  const windows = useQuietHours().filter(({ contact_id }) => contact_id === contact.id)
  return (
    <section aria-labelledby="quiet">
      <h2 id="quiet" className="mb-2 text-lg font-semibold">
        {t('contact.quiet')}
      </h2>
      {windows.length === 0 ? (
        <p className="text-muted">{t('contact.quietNone')}</p>
      ) : (
        <>
          <ul>
            {text(windows).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="mt-1 text-sm text-muted">{t('contact.quietMeans', { zone: me?.time_zone?.name ?? 'UTC' })}</p>
        </>
      )}
      <p className="mt-2">
        <Link to="/maintenance" className="text-accent underline underline-offset-4">
          {t('contact.quietChange')}
        </Link>
      </p>
    </section>
  )
}
