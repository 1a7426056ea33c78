import { Link } from '@tanstack/react-router'
import type { Contact, ContactAddress, ContactGroup } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { Policy } from '../escalations/queries.ts'
import { buildCells, hasRecipients } from '../escalations/reach.ts'
import { NotifiedBy } from './notified-by.tsx'

interface MatrixTableProps {
  readonly contacts: readonly Contact[]
  readonly policies: readonly Policy[]
  readonly addresses: readonly ContactAddress[]
  readonly groups: readonly ContactGroup[]
}

/** The matrix of contacts and rules. On narrow screens it scrolls horizontally, with the names fixed. */
export function MatrixTable({ contacts, policies, addresses, groups }: MatrixTableProps) {
  const { t } = useI18n()
  const byContact = Map.groupBy(addresses, ({ contact_id }) => contact_id)
  const getAddresses = (contact: number) => byContact.get(contact) ?? []
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      aria-label={t('people.matrix')}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface pl-4 shadow-card"
    >
      <table className="border-collapse text-left align-top">
        <caption className="sr-only">{t('people.matrix')}</caption>
        <thead>
          <tr className="border-b border-line align-bottom text-sm">
            <th scope="col" className="sticky left-0 z-10 bg-surface py-2 pr-4 font-medium text-muted">
              {t('people.contact')}
            </th>
            {policies.map(({ event, steps }) => (
              <th key={event.id} scope="col" className="min-w-44 py-2 pr-5 font-medium">
                <Link
                  to="/escalations/$id"
                  params={{ id: String(event.id) }}
                  className="text-ink underline underline-offset-4"
                >
                  {event.name}
                </Link>
                <span className="block font-normal">
                  {!event.is_active && <StatusMark status="paused" text={t('policies.off')} />}
                  {event.is_active && !hasRecipients(steps, getAddresses, groups) && (
                    <StatusMark status="warning" text={t('policies.noRecipients')} />
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {contacts.map(({ id, name }) => (
            <tr key={id} className="border-b border-line align-top">
              <th scope="row" className="sticky left-0 z-10 max-w-48 min-w-28 bg-surface py-2.5 pr-4 font-medium">
                <Link to="/contacts/$id" params={{ id: String(id) }} className="text-ink no-underline hover:underline">
                  {name}
                </Link>
              </th>
              {policies.map(({ event, steps }) => {
                const cells = event.is_active ? buildCells({ id, addresses: getAddresses(id) }, steps, groups) : []
                return (
                  <td key={event.id} className="py-2.5 pr-5">
                    {cells.length > 0 ? <NotifiedBy cells={cells} /> : <NotNotified />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function NotNotified() {
  const { t } = useI18n()
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">{t('matrix.not')}</span>
    </>
  )
}
