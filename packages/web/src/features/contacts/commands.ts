import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { type Command, maxRecordsPerKind } from '../../app/shell/command.ts'
import { matches } from '../../ui/matches.ts'
import { contactsQuery } from './queries.ts'

const addKeywords = ['create', 'person', 'recipient', 'e-mail', 'sms', 'dodaj', 'utwórz', 'osoba', 'odbiorca']

/** Returns commands that add a contact, and open contacts found by name or description. */
export function useContactsCommands(typed: string): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const mayCreate = useMay('create_contacts')
  const { data: contacts = [] } = useQuery({ ...contactsQuery, enabled: typed !== '' })
  const found = typed === '' ? [] : contacts.filter(({ name, description }) => matches(typed, name, description))
  const add: Command = {
    id: 'add-contact',
    label: t('contact.add'),
    kind: t('palette.action'),
    icon: 'add',
    keywords: addKeywords,
    act: () => void navigate({ to: '/contacts', search: { new: 'contact' } }),
  }
  return [
    ...(mayCreate ? [add] : []),
    ...found.slice(0, maxRecordsPerKind).map(
      ({ id, name, description }): Command => ({
        id: `contact-${id}`,
        label: name,
        kind: t('palette.contact'),
        icon: 'people',
        keywords: [description],
        act: () => void navigate({ to: '/contacts/$id', params: { id: String(id) } }),
      }),
    ),
  ]
}
