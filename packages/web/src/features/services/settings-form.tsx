import { useQueryClient } from '@tanstack/react-query'
import type { ExtendedSettingFormat, Service } from '@wachta/client'
import { type ComponentProps, type SubmitEvent, Suspense, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { useMe } from '../../app/client/me.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { describeFieldErrors, type FieldErrors } from '../../app/forms/field-errors.ts'
import { collectRequests, useSending } from '../../app/forms/sending.ts'
import { useUnsaved } from '../../app/forms/unsaved.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { Translate } from '../../app/i18n/translate.ts'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { UnreadableTarget } from '../groups/target.ts'
import { GeneralFields } from './general-fields.tsx'
import { serviceListKeys } from './queries.ts'
import { generalFields, type ServiceDraft, useServiceDraft } from './service-draft.ts'
import { ServiceSensors } from './service-sensors.tsx'
import { concernsSetting } from './setting-grouping.ts'
import { SettingSections } from './setting-sections.tsx'
import { UnreadableSetting } from './setting-values.ts'
import { toStepsKind } from './steps/step-model.ts'
import { tagKeys } from './tags.ts'

const TryNow = lazyPart(async () => (await import('./try-now.tsx')).TryNow)
const LiveRun = lazyPart(async () => (await import('./live-run/live-run.tsx')).LiveRun)

interface SettingsFormProps {
  readonly service: Service
  readonly formats: readonly ExtendedSettingFormat[]
}

export function SettingsForm({ service, formats }: SettingsFormProps) {
  const { t } = useI18n()
  const isReadOnly = service.permissions?.update !== true
  const draft = useServiceDraft(service, formats)
  const { values, drafts, change, changeSetting, getSettings, buildRequest } = draft
  const [isTrying, setTrying] = useState(false)
  // Copied commands are often pasted where others can read them, so they contain no secrets.
  const publicFormats = formats.filter(({ is_secret }) => !is_secret)
  const markSaved = useUnsaved([values, drafts])
  const mutation = useSaveService(
    service.id,
    () => buildRequest(formats),
    () => {
      draft.markStored()
      markSaved()
    },
  )
  const ifReadable = useIfReadable()
  const fieldErrors = getFieldErrors(mutation.error, t)
  const stepsKind = formats.map(({ editor }) => toStepsKind(editor)).find((kind) => kind !== null) ?? null
  // A live run lists steps; the steps of a script are known only to its sensor.
  const liveKind = (drafts['script'] ?? '') === '' ? stepsKind : null
  const getRunProps = () => ({
    ...{ service, settings: getSettings(formats), publicSettings: getSettings(publicFormats) },
    onClose: () => setTrying(false),
  })
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <form onSubmit={save} noValidate className={`grid gap-8 ${stepsKind ? 'max-w-6xl' : 'max-w-4xl'}`}>
      {isReadOnly && <p className="text-muted">{t('settings.readOnly')}</p>}
      <OtherErrors fieldErrors={fieldErrors} formats={formats} />
      <GeneralFields values={values} onChange={change} fieldErrors={fieldErrors} isReadOnly={isReadOnly} />
      <ServiceSensors
        service={service}
        chosen={values.sensors}
        onChange={(sensors) => change({ sensors })}
        fieldErrors={[...fieldErrors].filter(([field]) => isSensorField(field)).flatMap(([, messages]) => messages)}
        isReadOnly={isReadOnly}
      />
      <SettingSections
        service={service}
        formats={formats}
        drafts={drafts}
        fieldErrors={fieldErrors}
        isReadOnly={isReadOnly}
        onChange={changeSetting}
        values={values}
        onAddress={(address) => change({ address })}
      />
      {!isReadOnly && (
        <SettingsActions
          service={service}
          isSaving={mutation.isPending}
          failure={mutation.error && (fieldErrors.size > 0 ? t('settings.fieldErrors') : errorText(mutation.error))}
          onTry={() => ifReadable(() => getSettings(formats)) && setTrying(true)}
          requests={() => {
            const request = ifReadable(() => buildRequest(publicFormats))
            return request && collectRequests((client) => client.call('update_service', request))
          }}
        />
      )}
      {isTrying && (
        <Suspense>{liveKind ? <LiveRun {...getRunProps()} kind={liveKind} /> : <TryNow {...getRunProps()} />}</Suspense>
      )}
    </form>
  )
}

const isSensorField = (field: string) => field.split('.')[0] === 'sensor_ids'

interface OtherErrorsProps {
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly formats: readonly ExtendedSettingFormat[]
}

/** Errors of fields that are not on the form. */
function OtherErrors({ fieldErrors, formats }: OtherErrorsProps) {
  const formFields: readonly string[] = [...generalFields, 'group_id', 'is_active', 'service_level_target']
  const isShown = (field: string) =>
    formFields.includes(field) || isSensorField(field) || formats.some(({ key }) => concernsSetting(field, key))
  const otherErrors = [...fieldErrors].filter(([field]) => !isShown(field)).flatMap(([, messages]) => messages)
  return (
    <div role="alert" className="empty:hidden">
      {otherErrors.length > 0 && <p className="text-failure">▲ {otherErrors.join(' ')}</p>}
    </div>
  )
}

interface SettingsActionsProps {
  readonly service: Service
  readonly isSaving: boolean
  readonly failure: string | null
  readonly onTry: () => void
  readonly requests: ComponentProps<typeof CopyAsCurl>['requests']
}

function SettingsActions({ service, isSaving, failure, onTry, requests }: SettingsActionsProps) {
  const { t } = useI18n()
  const { data: me } = useMe()
  // The package of another owner is unknown here; the API checks it.
  const lacksPackage = service.permissions?.own === true && me?.package?.can_force_custom_analyses === false
  return (
    <div className="sticky bottom-(--bottom-bar) flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
      <Button type="submit" kind="primary" busy={isSaving}>
        {t('settings.save')}
      </Button>
      {service.permissions?.force_analysis && !service.is_archived && (
        <Button disabled={lacksPackage} onClick={onTry}>
          {t('tryNow.open')}
        </Button>
      )}
      <CopyAsCurl requests={requests} />
      {lacksPackage && <p className="text-sm text-muted">{t('tryNow.notInPackage')}</p>}
      {failure !== null && (
        <p role="status" className="text-failure">
          {failure}
        </p>
      )}
    </div>
  )
}

function useSaveService(
  id: number,
  makeRequest: () => ReturnType<ServiceDraft['buildRequest']>,
  markSaved: () => void,
) {
  const { t } = useI18n()
  const queries = useQueryClient()
  return useSending({
    send: async (client) => client.call('update_service', makeRequest()),
    onSuccess: () => {
      markSaved()
      showToast(t('settings.saved'))
      return Promise.all([
        queries.invalidateQueries({ queryKey: serviceKeys.one(id) }),
        queries.invalidateQueries({ queryKey: serviceListKeys.statuses }),
        queries.invalidateQueries({ queryKey: tagKeys }),
      ])
    },
  })
}

/** Returns a function that builds a value from the form; if that throws, it shows a warning and returns null. */
function useIfReadable() {
  const { t } = useI18n()
  return <T,>(build: () => T): T | null => {
    try {
      return build()
    } catch (error) {
      showWarning([...getFieldErrors(error, t).values()].flat().join(' ') || String(error))
      return null
    }
  }
}

/** Returns the field errors of the API, or the error that was found before sending. */
function getFieldErrors(error: unknown, t: Translate): FieldErrors {
  if (error instanceof UnreadableSetting)
    return new Map([[`extended_settings.${error.key}`, [t('settings.unreadable')]]])
  if (error instanceof UnreadableTarget) return new Map([['service_level_target', [t('target.unreadable')]]])
  return describeFieldErrors(error, t)
}
