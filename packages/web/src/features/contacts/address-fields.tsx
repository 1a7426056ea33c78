import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { arrangeChannels, findChoice } from '../dictionaries/channel-choices.ts'
import { useChannels, useOfferedChannels } from '../dictionaries/queries.ts'
import { contactTexts } from './texts.ts'

interface AddressFieldsProps {
  readonly channel: string
  readonly address: string
  readonly onChange: (change: { channel?: string; address?: string }) => void
  readonly channelErrors: readonly string[]
  readonly addressErrors: readonly string[]
}

/** The channel and the address. The API validates the format of the address. */
export function AddressFields({ channel, address, onChange, channelErrors, addressErrors }: AddressFieldsProps) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const offered = useOfferedChannels()
  const currentChannel = useChannels().get(channel)
  // An address keeps its channel even if the package no longer includes it, until another one is selected.
  const possibleChannels =
    offered.some(({ id }) => id === channel) || !currentChannel ? offered : [currentChannel, ...offered]
  const choices = arrangeChannels(possibleChannels, [channel])
  const choice = findChoice(choices, channel)
  return (
    <>
      <FormField
        label={t('address.channel')}
        hint={currentChannel?.description ?? undefined}
        fieldErrors={channelErrors}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={choice?.id ?? channel}
            choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(next) => onChange({ channel: next })}
          />
        )}
      </FormField>
      {choice && choice.variants.length > 1 && (
        <FormField label={texts('address.variant')}>
          {(fieldIds) => (
            <Select
              {...fieldIds}
              value={channel}
              choices={choice.variants.map(({ id, name }) => ({ value: id, label: name }))}
              onChoose={(next) => onChange({ channel: next })}
            />
          )}
        </FormField>
      )}
      <FormField label={texts('address.address')} fieldErrors={addressErrors}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            value={address}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono text-sm"
            onChange={(event) => onChange({ address: event.target.value })}
          />
        )}
      </FormField>
    </>
  )
}
