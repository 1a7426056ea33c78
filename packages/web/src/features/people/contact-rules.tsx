import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Contact } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { contactAddressesQuery, useContactGroups } from '../contacts/queries.ts'
import { policiesQuery } from '../escalations/queries.ts'
import { buildCells } from '../escalations/reach.ts'
import { NotifiedBy } from './notified-by.tsx'

/** The alert rules that notify a contact, when and how. */
export function ContactRules({ contact }: { readonly contact: Contact }) {
  const { t } = useI18n()
  const { data: policies, error } = useQuery(policiesQuery)
  const { data: addresses = [] } = useQuery(contactAddressesQuery(contact.id))
  const groups = useContactGroups()
  const rules = (policies ?? [])
    .filter(({ event }) => event.is_active)
    .map(({ event, steps }) => ({ event, cells: buildCells({ id: contact.id, addresses }, steps, groups) }))
    .filter(({ cells }) => cells.length > 0)
  return (
    <section aria-labelledby="rules">
      <h2 id="rules" className="mb-2 text-lg font-semibold">
        {t('contact.rules')}
      </h2>
      {!policies && (error ? <Failed error={error} /> : <Skeleton className="h-16" />)}
      {policies && rules.length === 0 && <p className="text-muted">{t('contact.noRules')}</p>}
      <CardList>
        {rules.map(({ event, cells }) => (
          <li key={event.id} className="grid gap-x-4 py-2.5 sm:grid-cols-2">
            <Link
              to="/escalations/$id"
              params={{ id: String(event.id) }}
              className="font-medium text-accent underline underline-offset-4"
            >
              {event.name}
            </Link>
            <NotifiedBy cells={cells} />
          </li>
        ))}
      </CardList>
    </section>
  )
}
