import { useI18n } from '../../app/i18n/language.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { FormField } from '../../ui/field.tsx'
import { matches } from '../../ui/matches.ts'
import { Switch } from '../../ui/switch.tsx'
import { arrangeChannels, changeChoices, findChosenChoices } from '../dictionaries/channel-choices.ts'
import { useChannels, useOfferedChannels } from '../dictionaries/queries.ts'
import type { EscalationStep } from './steps.ts'

interface StepChannelsProps {
  readonly step: Pick<EscalationStep, 'channel_ids'>
  readonly isReadOnly: boolean
  readonly fieldErrors: readonly string[]
  readonly onChange: (change: Pick<EscalationStep, 'channel_ids'>) => void
}

/** Selects the channels of a step: all, or some. */
export function StepChannels({ step, isReadOnly, fieldErrors, onChange }: StepChannelsProps) {
  const { t } = useI18n()
  const offered = useOfferedChannels()
  const channels = useChannels()
  const chosen = step.channel_ids
  const unavailableChannels = (chosen ?? []).filter((key) => !offered.some(({ id }) => id === key))
  const choices = arrangeChannels(
    [...unavailableChannels.map((id) => ({ id, name: channels.get(id)?.name ?? id })), ...offered],
    chosen ?? [],
  )
  return (
    <div className="grid content-start gap-3">
      <FormField label={t('step.allChannels')} hint={t('step.allChannelsHint')}>
        {(fieldIds) => (
          <Switch
            fieldIds={fieldIds}
            checked={chosen === null}
            disabled={isReadOnly}
            onChange={(isAll) => onChange({ channel_ids: isAll ? null : ['email'] })}
          />
        )}
      </FormField>
      {chosen !== null && (
        <Checklist
          label={t('step.channels')}
          choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={new Set(findChosenChoices(choices, chosen))}
          onChange={(ticked) => onChange({ channel_ids: changeChoices(choices, chosen, ticked) })}
          matches={matches}
          searchLabel={t('step.searchChannels')}
          nothing={t('filters.nothing')}
          fieldErrors={fieldErrors}
          disabled={isReadOnly}
        />
      )}
    </div>
  )
}
