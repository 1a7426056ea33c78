import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useMemo, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useResumableSending } from '../../app/forms/sending.ts'
import { useUnsaved } from '../../app/forms/unsaved.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ChipCombobox } from '../../ui/chip-combobox.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DeletePlan } from './delete-plan.tsx'
import { toSuspensionPlan, type WindowDraft } from './draft.ts'
import { createWindow, type SuspensionPlan, updateWindow } from './plan-suspension.ts'
import { suspensionKeys, targetsQuery } from './queries.ts'
import { maintenanceTexts } from './texts.ts'
import { TimeFields } from './time-fields.tsx'
import { type MaintenanceWindow, type TargetKind, targetKinds } from './windows.ts'

interface WindowFormProps {
  readonly zone: string
  readonly initial: WindowDraft
  /** The window to change; undefined for a new one. */
  readonly window?: MaintenanceWindow
  readonly onDone: () => void
}

/** The form for a maintenance window. Everything that dragging does in the calendar can also be done here. */
export function WindowForm({ zone, initial, window, onDone }: WindowFormProps) {
  const { t } = useI18n()
  const texts = useTexts(maintenanceTexts)
  const [draft, setDraft] = useState(initial)
  useUnsaved(draft)
  const [isTried, setTried] = useState(false)
  const change = (next: Partial<WindowDraft>) => setDraft((before) => ({ ...before, ...next }))
  const plan = toSuspensionPlan(zone, draft, window?.when)
  const mayUpdate = window === undefined || window.rows.every((row) => row.mayUpdate)
  const mutation = useSaveWindow({ window, plan, targets: draft.targets, onDone })
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (plan && draft.targets.length > 0) mutation.mutate()
  }
  const fieldErrors = useFieldErrors(mutation.error)
  const otherErrors = [...fieldErrors].flatMap(([field, messages]) => (fieldsWithErrors.has(field) ? [] : messages))
  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      {!mayUpdate && <p className="text-muted">{texts('maintenance.mayOnlyRead')}</p>}
      <fieldset disabled={!mayUpdate} className="grid gap-4">
        {window ? (
          <TargetNames window={window} />
        ) : (
          <Targets draft={draft} onChange={change} isMissing={isTried && draft.targets.length === 0} />
        )}
        <TimeFields
          draft={draft}
          zone={zone}
          onChange={change}
          fieldErrors={fieldErrors}
          isTried={isTried}
          isNew={!window}
        />
        {draft.targetKind === 'service' && (
          <FormField
            label={texts('maintenance.only')}
            hint={texts('maintenance.onlyHint')}
            fieldErrors={fieldErrors.get('only_notifications')}
          >
            {(fieldIds) => (
              <Switch
                fieldIds={fieldIds}
                checked={draft.onlyNotifications}
                onChange={(onlyNotifications) => change({ onlyNotifications })}
              />
            )}
          </FormField>
        )}
        <FormField label={texts('maintenance.description')} fieldErrors={fieldErrors.get('description')}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              value={draft.description}
              maxLength={255}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </FormField>
      </fieldset>
      <div role="alert" className="text-failure empty:hidden">
        {mutation.error && fieldErrors.size === 0 && errorText(mutation.error)}
        {otherErrors.join(' ')}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {mayUpdate && <CopyAsCurl requests={() => mutation.requests()} />}
        {window?.rows.every((row) => row.mayDelete) && <DeletePlan window={window} onDone={onDone} />}
        <Button kind="quiet" onClick={onDone}>
          {t(mayUpdate ? 'common.cancel' : 'common.close')}
        </Button>
        {mayUpdate && (
          <Button type="submit" kind="primary" busy={mutation.isPending}>
            {texts('maintenance.save')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Fields that show their own errors. */
const fieldsWithErrors = new Set([
  'start_time',
  'end_time',
  'start_minute',
  'end_minute',
  'only_notifications',
  'description',
])

interface SaveWindowOptions {
  readonly window: MaintenanceWindow | undefined
  /** Null while the form is incomplete. */
  readonly plan: SuspensionPlan | null
  readonly targets: readonly string[]
  readonly onDone: () => void
}

function useSaveWindow({ window, plan, targets, onDone }: SaveWindowOptions) {
  const texts = useTexts(maintenanceTexts)
  const queries = useQueryClient()
  return useResumableSending({
    initialProgress: () => new Set<string>(),
    send: async (client, done) => {
      if (!plan) return
      if (window) return updateWindow(client, window, plan)
      await createWindow(client, { plan, targets: targets.map(Number) }, done)
    },
    onSuccess: () => {
      showToast(texts(window ? 'maintenance.changed' : 'maintenance.saved'))
      onDone()
    },
    // Reload even after an error: some of several windows may have been changed before one was rejected.
    onSettled: () => queries.invalidateQueries({ queryKey: suspensionKeys.all }),
  })
}

function TargetNames({ window }: { readonly window: MaintenanceWindow }) {
  return (
    <ul className="max-h-32 list-inside list-disc overflow-y-auto text-sm">
      {window.rows.map(({ id, target }) => (
        <li key={id}>{target.name}</li>
      ))}
    </ul>
  )
}

interface TargetsProps {
  readonly draft: WindowDraft
  readonly onChange: (change: Partial<WindowDraft>) => void
  readonly isMissing: boolean
}

function Targets({ draft, onChange, isMissing }: TargetsProps) {
  const texts = useTexts(maintenanceTexts)
  const { data } = useQuery(targetsQuery(draft.targetKind))
  const choices = useMemo(() => (data ?? []).map(({ id, name }) => ({ value: String(id), label: name })), [data])
  return (
    <>
      <FormField label={texts('maintenance.targetKind')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={draft.targetKind}
            choices={targetKinds.map((value) => ({ value, label: texts(`maintenance.targetKind.${value}`) }))}
            onChoose={(targetKind) => onChange({ targetKind: targetKind as TargetKind, targets: [] })}
          />
        )}
      </FormField>
      <FormField
        label={texts(`maintenance.targetKind.${draft.targetKind}`)}
        fieldErrors={isMissing ? [texts('maintenance.chooseOne')] : []}
      >
        {(fieldIds) => (
          <ChipCombobox
            key={draft.targetKind}
            fieldIds={fieldIds}
            choices={choices}
            values={draft.targets}
            onChange={(targets) => onChange({ targets })}
            placeholder={texts('maintenance.choose')}
            nothing={texts('maintenance.noEditable')}
            removeLabel={(name) => texts('maintenance.remove', { name })}
          />
        )}
      </FormField>
    </>
  )
}
