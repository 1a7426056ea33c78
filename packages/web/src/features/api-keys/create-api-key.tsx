import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toWireTime } from '../../app/client/wire-time.ts'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { dayMs } from '../../ui/time-units.ts'
import { useGroups } from '../groups/queries.ts'
import { type Access, type ScopeFamily, toScopes } from './api-key-scopes.ts'
import { apiKeyKeys } from './queries.ts'
import { ScopePicker } from './scope-picker.tsx'
import { apiKeyTexts } from './texts.ts'

const lifetimeDays = [7, 30, 90, 365]
const defaultLifetimeDays = '90'

export interface CreatedKey {
  readonly name: string
  readonly key: string
  readonly scopes: readonly string[]
}

interface CreateApiKeyProps {
  readonly onClose: () => void
  readonly onCreated: (created: CreatedKey) => void
}

/** Creates an API key: its name, lifetime, scopes and groups. */
export function CreateApiKey({ onClose, onCreated }: CreateApiKeyProps) {
  const { t } = useI18n()
  const texts = useTexts(apiKeyTexts)
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [lifetime, setLifetime] = useState(defaultLifetimeDays)
  const [chosen, setChosen] = useState<ReadonlyMap<ScopeFamily, Access>>(new Map([['services', 'read']]))
  const [groups, setGroups] = useState<string[]>([])
  const isLimited = groups.length > 0
  const scopes = toScopes(chosen, isLimited)
  const mutation = useSending({
    send: (client) =>
      client.call('create_api_key', {
        body: {
          name: name.trim(),
          scopes,
          group_ids: isLimited ? groups.map(Number) : null,
          expires_at: toExpiry(lifetime),
        },
      }),
    onSuccess: ({ key }) => {
      onCreated({ name: name.trim(), key, scopes })
      return queries.invalidateQueries({ queryKey: apiKeyKeys.all })
    },
  })
  return (
    <FormDialog
      title={t('apiKeys.create')}
      submit={t('apiKeys.create')}
      fields={['name', 'scopes', 'group_ids', 'expires_at']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <FormField
            label={texts('apiKeys.name')}
            hint={texts('apiKeys.nameHint')}
            fieldErrors={getFieldErrors('name')}
          >
            {(fieldIds) => (
              <TextInput
                {...fieldIds}
                value={name}
                maxLength={100}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </FormField>
          <Expiry lifetime={lifetime} onChange={setLifetime} fieldErrors={getFieldErrors('expires_at')} />
          <ScopePicker
            chosen={chosen}
            isLimited={isLimited}
            onChange={setChosen}
            fieldErrors={getFieldErrors('scopes')}
          />
          <GroupLimit values={groups} onChange={setGroups} fieldErrors={getFieldErrors('group_ids')} />
        </>
      )}
    </FormDialog>
  )
}

const toExpiry = (lifetime: string): string | null =>
  lifetime === '' ? null : toWireTime(new Date(Date.now() + Number(lifetime) * dayMs))

interface ExpiryProps {
  readonly lifetime: string
  readonly onChange: (lifetime: string) => void
  readonly fieldErrors: readonly string[]
}

function Expiry({ lifetime, onChange, fieldErrors }: ExpiryProps) {
  const texts = useTexts(apiKeyTexts)
  const choices = [
    ...lifetimeDays.map((count) => ({ value: String(count), label: texts('apiKeys.days', { count }) })),
    { value: '', label: texts('apiKeys.never') },
  ]
  return (
    <FormField
      label={texts('apiKeys.expiry')}
      fieldErrors={fieldErrors}
      {...(lifetime === '' && { hint: texts('apiKeys.neverHint') })}
    >
      {(fieldIds) => <Select {...fieldIds} value={lifetime} choices={choices} onChoose={onChange} />}
    </FormField>
  )
}

interface GroupLimitProps {
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
  readonly fieldErrors: readonly string[]
}

function GroupLimit({ values, onChange, fieldErrors }: GroupLimitProps) {
  const texts = useTexts(apiKeyTexts)
  const groups = useGroups()
  return (
    <FormField label={texts('apiKeys.groups')} hint={texts('apiKeys.groupsHint')} fieldErrors={fieldErrors}>
      {(fieldIds) => (
        <ChipCombobox
          fieldIds={fieldIds}
          choices={[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name }))}
          values={values}
          onChange={onChange}
          placeholder={texts('apiKeys.groupsAll')}
          nothing={texts('apiKeys.groupsNothing')}
          removeLabel={(name) => texts('apiKeys.groupRemove', { name })}
        />
      )}
    </FormField>
  )
}
