import { useQueryClient } from '@tanstack/react-query'
import type { StatusPage, StatusPageComponent } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { FormField } from '../../ui/field.tsx'
import { matches } from '../../ui/matches.ts'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useOfferedChannels } from '../dictionaries/queries.ts'
import { postTexts } from './post-texts.ts'
import { statusPageKeys } from './queries.ts'
import { subscriberScreenTexts } from './subscriber-texts.ts'
import { statusPageTexts } from './texts.ts'

const ownChannels = ['webhook', 'slack', 'ms_teams'] as const

/** The channels that the owner of a page can add subscribers for, of those that the package includes. */
export function useOwnChannels(): readonly (typeof ownChannels)[number][] {
  const offered = useOfferedChannels()
  return ownChannels.filter((own) => offered.some(({ id }) => id === own))
}

interface SubscriberValues {
  readonly channel: (typeof ownChannels)[number]
  readonly address: string
  readonly language: StatusPage['languages'][number]
  readonly components: ReadonlySet<string>
}

interface AddSubscriberProps {
  readonly page: StatusPage
  readonly components: readonly StatusPageComponent[]
  readonly onClose: () => void
}

/** Adds a webhook or a chat to the subscribers of a page. */
export function AddSubscriber({ page, components, onClose }: AddSubscriberProps) {
  const { language } = useI18n()
  const texts = useTexts(subscriberScreenTexts)
  const queries = useQueryClient()
  const [defaultChannel = 'webhook'] = useOwnChannels()
  const [values, setValues] = useState<SubscriberValues>({
    channel: defaultChannel,
    address: '',
    language: page.languages[0] ?? language,
    components: new Set(),
  })
  const mutation = useSending<unknown>({
    send: (client) =>
      client.call('create_status_page_subscriber', {
        body: {
          status_page_id: page.id,
          channel_id: values.channel,
          address: values.address.trim(),
          language: values.language,
          component_ids: [...values.components].map(Number),
        },
      }),
    onSuccess: () => {
      showToast(texts('added'))
      onClose()
      return queries.invalidateQueries({ queryKey: statusPageKeys.all })
    },
  })
  return (
    <FormDialog
      title={texts('add')}
      description={texts('addText')}
      submit={texts('add')}
      fields={['channel_id', 'address', 'language', 'component_ids']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <SubscriberFields
          values={values}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
          components={components}
          getFieldErrors={getFieldErrors}
        />
      )}
    </FormDialog>
  )
}

interface SubscriberFieldsProps {
  readonly values: SubscriberValues
  readonly onChange: (change: Partial<SubscriberValues>) => void
  readonly components: readonly StatusPageComponent[]
  readonly getFieldErrors: (field: string) => readonly string[]
}

function SubscriberFields({ values, onChange, components, getFieldErrors }: SubscriberFieldsProps) {
  const texts = useTexts(subscriberScreenTexts)
  const pageTexts = useTexts(statusPageTexts)
  const postLabels = useTexts(postTexts)
  const channels = useOwnChannels()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label={texts('channel')} fieldErrors={getFieldErrors('channel_id')}>
          {(fieldIds) => (
            <Select
              {...fieldIds}
              value={values.channel}
              choices={channels.map((value) => ({ value, label: texts(`channel.${value}`) }))}
              onChoose={(channel) => onChange({ channel: channel as SubscriberValues['channel'] })}
            />
          )}
        </FormField>
        <FormField label={texts('language')} fieldErrors={getFieldErrors('language')}>
          {(fieldIds) => (
            <Select
              {...fieldIds}
              value={values.language}
              choices={(['en', 'pl'] as const).map((value) => ({ value, label: pageTexts(`languages.${value}`) }))}
              onChoose={(language) => onChange({ language: language as SubscriberValues['language'] })}
            />
          )}
        </FormField>
      </div>
      <FormField
        label={texts('address')}
        hint={texts(`addressHint.${values.channel}`)}
        fieldErrors={getFieldErrors('address')}
      >
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            inputMode="url"
            value={values.address}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono text-sm"
            onChange={(event) => onChange({ address: event.target.value })}
          />
        )}
      </FormField>
      {components.length > 0 && (
        <div className="grid gap-1.5">
          <Checklist
            label={texts('components')}
            choices={components.map(({ id, name }) => ({ value: String(id), label: name }))}
            chosen={values.components}
            onChange={(chosen) => onChange({ components: chosen })}
            matches={matches}
            searchLabel={postLabels('findComponent')}
            nothing={postLabels('noComponents')}
            fieldErrors={getFieldErrors('component_ids')}
          />
          <p className="text-sm text-muted">{texts('componentsHint')}</p>
        </div>
      )}
    </>
  )
}
