import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Contact } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { contactAddressesQuery, peopleKey } from '../contacts/queries.ts'
import { useChannels } from '../dictionaries/queries.ts'
import { customTemplatesQuery, templatesQuery } from '../templates/queries.ts'

/** The template of a contact for each of their channels. */
export function ContactTemplates({ contact }: { readonly contact: Contact }) {
  const { t } = useI18n()
  const channels = useChannels()
  const { data: addresses = [] } = useQuery(contactAddressesQuery(contact.id))
  const { data: chosen } = useQuery(customTemplatesQuery(contact.id))
  const { data: templates = [] } = useQuery(templatesQuery)
  const keys = [...new Set([...addresses.map(({ channel_id }) => channel_id), ...(chosen?.keys() ?? [])])]
  const channelKeys = keys.filter((key) => chosen?.has(key) || templates.some(({ channel_id }) => channel_id === key))
  return (
    <section aria-labelledby="templates" className="grid gap-3">
      <h2 id="templates" className="text-lg font-semibold">
        {t('contact.templates')}
      </h2>
      {channelKeys.length === 0 && (
        <p className="text-muted">
          {t('contact.templatesUsual')}{' '}
          <Link to="/contacts" search={{ tab: 'templates' }} className="text-accent underline underline-offset-4">
            {t('contact.templatesOwn')}
          </Link>
        </p>
      )}
      {chosen &&
        channelKeys.map((key) => (
          <OneChannel
            key={key}
            contact={contact}
            channel={key}
            label={channels.get(key)?.name ?? key}
            chosen={chosen.get(key)}
            templates={templates.filter(({ channel_id }) => channel_id === key)}
          />
        ))}
    </section>
  )
}

interface OneChannelProps {
  readonly contact: Contact
  readonly channel: string
  readonly label: string
  readonly chosen: number | undefined
  readonly templates: readonly { readonly id: number; readonly name: string }[]
}

function OneChannel({ contact, channel, label, chosen, templates }: OneChannelProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: (template: string): Promise<unknown> => {
      const path = { _id: contact.id, _channel_id: channel }
      return template === ''
        ? client.call('delete_custom_template', { path })
        : client.call('put_custom_template', { path, body: { template_id: Number(template) } })
    },
    onSuccess: () => {
      showToast(t('contact.templatesSaved'))
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <FormField label={label}>
      {(fieldIds) => (
        <Select
          {...fieldIds}
          value={mutation.isPending ? mutation.variables : (chosen ?? '').toString()}
          disabled={mutation.isPending || contact.permissions?.customize_templates !== true}
          choices={[
            { value: '', label: t('contact.templatesDefault') },
            ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChoose={(template) => mutation.mutate(template)}
        />
      )}
    </FormField>
  )
}
