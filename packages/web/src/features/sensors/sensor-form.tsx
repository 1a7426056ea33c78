import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { GuardedDialog } from '../../app/forms/guarded-dialog.tsx'
import { useResumableSending } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type CreatedSensor, createPrivateSensor, emptySensorValues, type SensorValues } from './create-sensor.ts'
import { sensorKeys } from './queries.ts'
import { EnrolmentInstructions } from './sensor-actions.tsx'
import { sensorTexts } from './texts.ts'

const fields = ['name', 'location', 'country_code', 'latitude', 'longitude', 'ip_addresses'] as const
const hints = { latitude: 'sensors.latitudeHint', ip_addresses: 'sensors.addressesHint' } as const

interface SensorFormProps {
  /** The account of the sensor. */
  readonly owner: number
  readonly onClose: () => void
}

/** Registers a private sensor and shows its enrolment token. */
export function SensorForm({ owner, onClose }: SensorFormProps) {
  const { t } = useI18n()
  const texts = useTexts(sensorTexts)
  const queries = useQueryClient()
  const [values, setValues] = useState<SensorValues>(emptySensorValues)
  const mutation = useResumableSending({
    initialProgress: (): CreatedSensor => ({}),
    send: (client, created) => createPrivateSensor(client, { values, owner }, created),
    onSettled: () => queries.invalidateQueries({ queryKey: sensorKeys.all }),
  })
  const fieldErrors = useFieldErrors(mutation.error)
  const getFieldErrors = (name: string) =>
    [...fieldErrors].filter(([field]) => field.split('.')[0] === name).flatMap(([, messages]) => messages)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  const title = texts(mutation.data === undefined ? 'sensors.addTitle' : 'sensors.tokenTitle')
  return (
    <GuardedDialog onClose={onClose} title={title} isSaved={mutation.data !== undefined}>
      {(onChange, onLeave) =>
        mutation.data === undefined ? (
          <form onSubmit={save} onChange={onChange} noValidate className="grid gap-4">
            <p className="text-muted">{texts('sensors.addText')}</p>
            {fields.map((name) => (
              <FormField
                key={name}
                label={texts(`sensors.field.${name}`)}
                fieldErrors={getFieldErrors(name)}
                hint={name in hints ? texts(hints[name as keyof typeof hints]) : undefined}
              >
                {(fieldIds) => (
                  <TextInput
                    {...fieldIds}
                    value={values[name]}
                    {...(name === 'country_code' && { maxLength: 2 })}
                    {...(isDegrees(name) && { inputMode: 'decimal' as const })}
                    onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
                  />
                )}
              </FormField>
            ))}
            <div role="alert" className="text-failure empty:hidden">
              {mutation.error && fields.every((name) => getFieldErrors(name).length === 0) && errorText(mutation.error)}
            </div>
            <div className="flex flex-wrap items-center justify-end gap-2">
              <CopyAsCurl requests={() => mutation.requests()} />
              <Button kind="quiet" onClick={onLeave}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" kind="primary" busy={mutation.isPending}>
                {texts('sensors.register')}
              </Button>
            </div>
          </form>
        ) : (
          <EnrolmentInstructions token={mutation.data} onDone={onClose} />
        )
      }
    </GuardedDialog>
  )
}

const isDegrees = (name: string) => name === 'latitude' || name === 'longitude'
