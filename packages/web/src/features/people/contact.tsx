import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { Contact } from '@wachta/client'
import { useState } from 'react'
import { client } from '../../app/client/client.ts'
import { DeleteButton } from '../../app/forms/delete-button.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ContactAddresses } from '../contacts/contact-addresses.tsx'
import { ContactQuiet } from '../contacts/contact-quiet.tsx'
import { EditContact } from '../contacts/edit-contact.tsx'
import { contactQuery, peopleKey } from '../contacts/queries.ts'
import { useLanguages } from '../dictionaries/queries.ts'
import { ContactRules } from './contact-rules.tsx'
import { ContactTemplates } from './contact-templates.tsx'

const route = getRouteApi('/inside/framed/contacts/$id')

/** One contact: addresses, quiet hours, the alert rules that notify them, and templates. */
export function ContactPage() {
  const { t } = useI18n()
  const id = Number(route.useParams().id)
  const { data: contact, error, refetch } = useQuery(contactQuery(id))
  const languages = useLanguages()
  useTitle(contact?.name ?? t('nav.contacts'))
  if (!contact)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const language = languages.find((each) => each.id === contact.language_id)?.name ?? contact.language_id
  return (
    <>
      <PageHeader
        above={
          <Link to="/contacts" className="text-accent underline underline-offset-4">
            {t('nav.contacts')}
          </Link>
        }
        title={contact.name}
        below={
          <>
            {contact.description && <p className="whitespace-pre-line">{contact.description}</p>}
            <p>{t('contact.notifiedIn', { language })}</p>
          </>
        }
        actions={<Actions contact={contact} />}
      />
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-8">
          <ContactAddresses contact={contact} />
          <ContactRules contact={contact} />
        </div>
        <div className="grid gap-8">
          <ContactQuiet contact={contact} />
          <ContactTemplates contact={contact} />
        </div>
      </div>
    </>
  )
}

function Actions({ contact }: { readonly contact: Contact }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const { id, name, permissions } = contact
  return (
    <>
      {permissions?.update && <Button onClick={() => setEditing(true)}>{t('people.edit')}</Button>}
      {permissions?.delete && (
        <DeleteButton
          size="normal"
          title={t('contact.deleteAsk', { name })}
          consequences={t('contact.deleteMeans')}
          doneMessage={t('contact.deleted')}
          deleteRecord={() => client.call('delete_contact', { path: { _id: id } })}
          onDone={async () => {
            // Leave the page first, because reloading the deleted contact would fail.
            await navigate({ to: '/contacts' })
            return queries.invalidateQueries({ queryKey: peopleKey })
          }}
        />
      )}
      {isEditing && <EditContact contact={contact} onClose={() => setEditing(false)} />}
    </>
  )
}
