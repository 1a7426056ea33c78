import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Event } from '@wachta/client'
import { type SubmitEvent, useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useUnsaved } from '../../app/forms/unsaved.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { kinds } from './kinds.ts'
import type { RuleKind } from './queries.ts'
import { ruleKeys } from './queries.ts'
import { RuleScope } from './rule-scope.tsx'
import { RuleSettings } from './rule-settings.tsx'
import { RuleTiming } from './rule-timing.tsx'
import { type RuleValues, toRule, toRuleValues, toSettingDrafts } from './rule-values.ts'

interface RuleFormProps {
  /** Null for a new rule. */
  readonly rule: Event | null
  readonly isReadOnly: boolean
}

/** The form of an alert rule: what it looks for, on which services, and how long it must last. */
export function RuleForm({ rule, isReadOnly }: RuleFormProps) {
  const { t } = useI18n()
  const [values, setValues] = useState<RuleValues>(() => toRuleValues(rule))
  const change = (next: Partial<RuleValues>) => setValues((before) => ({ ...before, ...next }))
  const mutation = useSaving(rule, values, useUnsaved(values))
  const fieldErrors = useFieldErrors(mutation.error)
  const sharedProps = { values, fieldErrors, isReadOnly, onChange: change }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-4xl gap-8">
      {isReadOnly && <p className="text-muted">{t('settings.readOnly')}</p>}
      <RuleBasics {...sharedProps} isNew={rule === null} />
      <RuleScope {...sharedProps} />
      <RuleTiming {...sharedProps} id={rule?.id ?? null} />
      {!isReadOnly && (
        <div className="sticky bottom-(--bottom-bar) flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3">
          <Button type="submit" kind="primary" busy={mutation.isPending}>
            {t(rule ? 'settings.save' : 'rule.create')}
          </Button>
          <CopyAsCurl requests={() => mutation.requests()} />
          <p role="status" className="text-failure empty:hidden">
            {mutation.error && (fieldErrors.size > 0 ? t('settings.fieldErrors') : errorText(mutation.error))}
          </p>
        </div>
      )}
    </form>
  )
}

interface RuleBasicsProps {
  readonly values: RuleValues
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
  readonly isNew: boolean
  readonly onChange: (change: Partial<RuleValues>) => void
}

/** The name and the kind of the rule. */
function RuleBasics({ values, fieldErrors, isReadOnly, isNew, onChange }: RuleBasicsProps) {
  const { t } = useI18n()
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-lg font-semibold">{t('rule.what')}</legend>
      <FormField label={t('settings.name')} fieldErrors={fieldErrors.get('name')}>
        {(fieldIds) => (
          <TextInput
            {...fieldIds}
            disabled={isReadOnly}
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={t('incidents.kind')} hint={t(`kind.text.${values.kind}`)} fieldErrors={fieldErrors.get('kind')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            // The kind of an existing rule cannot be changed.
            disabled={isReadOnly || !isNew}
            value={values.kind}
            choices={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChoose={(kind) => onChange({ kind: kind as RuleKind, settings: toSettingDrafts(kind as RuleKind, {}) })}
          />
        )}
      </FormField>
      <RuleSettings
        kind={values.kind}
        drafts={values.settings}
        fieldErrors={fieldErrors}
        isReadOnly={isReadOnly}
        onChange={(key, draft) => onChange({ settings: { ...values.settings, [key]: draft } })}
      />
      <div className="sm:col-span-2">
        <FormField label={t('settings.description')} fieldErrors={fieldErrors.get('description')}>
          {(fieldIds) => (
            <TextArea
              {...fieldIds}
              disabled={isReadOnly}
              value={values.description}
              onChange={(event) => onChange({ description: event.target.value })}
            />
          )}
        </FormField>
      </div>
      <FormField label={t('rule.isActive')} hint={t('rule.isActiveHint')} fieldErrors={fieldErrors.get('is_active')}>
        {(fieldIds) => (
          <Switch
            fieldIds={fieldIds}
            checked={values.isActive}
            disabled={isReadOnly}
            onChange={(isActive) => onChange({ isActive })}
          />
        )}
      </FormField>
    </fieldset>
  )
}

function useSaving(rule: Event | null, values: RuleValues, markSaved: () => void) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useSending({
    send: async (client) => {
      const body = toRule(values)
      if (rule) await client.call('update_event', { path: { _id: rule.id }, body })
      return rule?.id ?? (await client.call('create_event', { body: { ...body, kind: values.kind } })).id
    },
    onSuccess: async (id) => {
      markSaved()
      showToast(t('rule.saved'))
      await queries.invalidateQueries({ queryKey: ruleKeys.all })
      if (!rule) await navigate({ to: '/events/rules/$id', params: { id: String(id) }, replace: true })
    },
  })
}
