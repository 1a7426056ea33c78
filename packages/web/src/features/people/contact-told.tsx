import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Contact } from '@wachta/client'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { addressesOfQuery, useContactGroups } from '../contacts/queries.ts'
import { laddersQuery } from '../escalations/queries.ts'
import { cellsOf } from '../escalations/reach.ts'
import { Told } from './told.tsx'

/** What a contact is told of, when and how. */
export function ContactTold({ contact }: { readonly contact: Contact }) {
  const { t } = useSpeech()
  const { data: ladders } = useQuery(laddersQuery)
  const { data: addresses = [] } = useQuery(addressesOfQuery(contact.id))
  const groups = useContactGroups()
  const told = (ladders ?? [])
    .filter(({ event }) => event.is_active)
    .map(({ event, steps }) => ({ event, cells: cellsOf(contact.id, steps, addresses, groups) }))
    .filter(({ cells }) => cells.length > 0)
  return (
    <section aria-labelledby="told">
      <h2 id="told" className="mb-2 text-lg font-semibold">
        {t('contact.toldOf')}
      </h2>
      {!ladders && <Skeleton className="h-16" />}
      {ladders && told.length === 0 && <p className="text-muted">{t('contact.toldNothing')}</p>}
      <ul>
        {told.map(({ event, cells }) => (
          <li key={event.id} className="grid gap-x-4 border-t border-line py-2.5 sm:grid-cols-2">
            <Link
              to="/escalations/$id"
              params={{ id: String(event.id) }}
              className="font-medium text-accent underline underline-offset-4"
            >
              {event.name}
            </Link>
            <Told cells={cells} />
          </li>
        ))}
      </ul>
    </section>
  )
}
