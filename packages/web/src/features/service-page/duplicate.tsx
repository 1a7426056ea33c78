import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ExtendedSettingFormat, Service, ServiceCreateData } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatsQuery, serviceListKeys } from '../services/queries.ts'
import { isHiddenSetting } from '../services/setting-values.ts'

interface DuplicateProps {
  readonly service: Service
  readonly onClose: () => void
}

/** Creates a service with the same settings, except secrets, which the API never returns. */
export function Duplicate({ service, onClose }: DuplicateProps) {
  const { t, language } = useI18n()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: formats } = useQuery(formatsQuery(service.type_id, language))
  const [name, setName] = useState(t('service.copyOf', { name: service.name }))
  const [address, setAddress] = useState(service.address)
  const hasSecrets = formats?.some((format) => isHiddenSetting(format, service.extended_settings[format.key]))
  const mutation = useSending({
    send: async (client) => {
      // Without the formats, none of the settings would be copied.
      const known = formats ?? (await queries.ensureQueryData(formatsQuery(service.type_id, language)))
      return client.call('create_service', { body: { ...buildCopy(service, known), name, address } })
    },
    onSuccess: async ({ id }) => {
      showToast(t('service.duplicated'))
      onClose()
      await queries.invalidateQueries({ queryKey: serviceListKeys.statuses })
      await navigate({ to: '/services/$id', params: { id: String(id) }, search: { tab: 'settings' } })
    },
  })
  return (
    <FormDialog
      title={t('service.duplicateTitle', { name: service.name })}
      description={t(hasSecrets ? 'service.duplicateSecrets' : 'service.duplicateText')}
      submit={t('service.duplicateSubmit')}
      fields={['name', 'address']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <FormField label={t('settings.name')} fieldErrors={getFieldErrors('name')}>
            {(fieldIds) => <TextInput {...fieldIds} value={name} onChange={(event) => setName(event.target.value)} />}
          </FormField>
          <FormField label={t('settings.address')} fieldErrors={getFieldErrors('address')}>
            {(fieldIds) => (
              <TextInput {...fieldIds} value={address} onChange={(event) => setAddress(event.target.value)} />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  )
}

function buildCopy(
  service: Service,
  formats: readonly ExtendedSettingFormat[],
): Omit<ServiceCreateData, 'name' | 'address'> {
  const publicFormats = formats.filter(({ is_secret }) => !is_secret)
  return {
    type_id: service.type_id,
    group_id: service.group_id,
    interval: service.interval,
    description: service.description,
    tags: service.tags,
    is_active: service.is_active,
    sensor_ids: service.sensor_ids?.length ? service.sensor_ids : null,
    notification_channel_ids: service.notification_channel_ids,
    notification_condition_ids: service.notification_condition_ids,
    notification_mode_id: service.notification_mode_id,
    recovery_notification_mode_id: service.recovery_notification_mode_id,
    service_level_target: service.service_level_target,
    extended_settings: Object.fromEntries(
      publicFormats.map(({ key }) => [key, service.extended_settings[key] ?? null]),
    ),
  }
}
