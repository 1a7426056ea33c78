import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Contact } from '@wachta/client'
import { client, sayingOf } from '../../app/client/client.ts'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { say, warn } from '../../ui/toast.tsx'
import { addressesOfQuery, peopleKey } from '../contacts/queries.ts'
import { useChannels } from '../dictionaries/queries.ts'
import { customTemplatesQuery, templatesQuery } from '../templates/queries.ts'

/** In which words a contact is told: for each of their channels the usual ones, or a template of the account. */
export function ContactTemplates({ contact }: { readonly contact: Contact }) {
  const { t } = useSpeech()
  const channels = useChannels()
  const { data: addresses = [] } = useQuery(addressesOfQuery(contact.id))
  const { data: chosen } = useQuery(customTemplatesQuery(contact.id))
  const { data: templates = [] } = useQuery(templatesQuery)
  const keys = [...new Set([...addresses.map(({ channel_id }) => channel_id), ...(chosen?.keys() ?? [])])]
  const worded = keys.filter((key) => chosen?.has(key) || templates.some(({ channel_id }) => channel_id === key))
  return (
    <section aria-labelledby="words" className="grid gap-3">
      <h2 id="words" className="text-lg font-semibold">
        {t('contact.words')}
      </h2>
      {worded.length === 0 && (
        <p className="text-muted">
          {t('contact.wordsUsual')}{' '}
          <Link to="/contacts" search={{ tab: 'templates' }} className="text-accent underline underline-offset-4">
            {t('contact.wordsOwn')}
          </Link>
        </p>
      )}
      {chosen &&
        worded.map((key) => (
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
  const { t } = useSpeech()
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: (template: string): Promise<unknown> => {
      const path = { _id: contact.id, _channel_id: channel }
      return template === ''
        ? client.call('delete_custom_template', { path })
        : client.call('put_custom_template', { path, body: { template_id: Number(template) } })
    },
    onSuccess: () => {
      say(t('contact.wordsSaved'))
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
    onError: (error) => warn(sayingOf(error)),
  })
  return (
    <Field label={label}>
      {(described) => (
        <Select
          {...described}
          value={mutation.isPending ? mutation.variables : (chosen ?? '').toString()}
          disabled={mutation.isPending || contact.permissions?.customize_templates !== true}
          choices={[
            { value: '', label: t('contact.wordsDefault') },
            ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChoose={(template) => mutation.mutate(template)}
        />
      )}
    </Field>
  )
}
