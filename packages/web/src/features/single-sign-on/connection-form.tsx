import { useQueryClient } from '@tanstack/react-query'
import type { SsoConnection } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type ConnectionValues, ssoRoles, toConnectionData, toConnectionValues } from './connection-values.ts'
import { ssoKeys } from './queries.ts'
import { RoleMappings } from './role-mappings.tsx'
import { ssoTexts } from './texts.ts'

interface ConnectionFormProps {
  readonly owner: number
  /** The reseller's connection whose issuer the new connection uses, if any. */
  readonly source: SsoConnection | null
  /** Null for a new connection. */
  readonly connection: SsoConnection | null
  readonly onClose: () => void
}

const fields = [
  ...['name', 'issuer', 'client_id', 'client_secret', 'scopes', 'groups_claim', 'role_mappings', 'default_role'],
  ...['second_factor', 'is_enabled', 'is_enforced', 'is_offered'],
]

/** Creates or changes a connection. */
export function ConnectionForm({ owner, source, connection, onClose }: ConnectionFormProps) {
  const texts = useTexts(ssoTexts)
  const queries = useQueryClient()
  const [values, setValues] = useState(() => toConnectionValues(connection))
  const change = (next: Partial<ConnectionValues>) => setValues((before) => ({ ...before, ...next }))
  const hasOwnIssuer = source === null && (connection === null || connection.source_id === null)
  const mutation = useSending({
    send: async (client) => {
      const body = toConnectionData(values, hasOwnIssuer)
      if (connection) return client.call('update_sso_connection', { path: { _id: connection.id }, body })
      const secret = values.clientSecret === '' ? {} : { client_secret: values.clientSecret }
      const from = source ? { source_id: source.id } : secret
      return client.call('create_sso_connection', { body: { owner_id: owner, ...body, ...from } })
    },
    onSuccess: () => {
      showToast(texts('sso.saved'))
      onClose()
      return queries.invalidateQueries({ queryKey: ssoKeys.all })
    },
  })
  return (
    <FormDialog
      title={connection ? texts('sso.edit') : texts('sso.add')}
      submit={texts('sso.save')}
      fields={fields}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => {
        const partProps = { values, change, getFieldErrors }
        return (
          <>
            <TextField {...partProps} name="name" field="name" label={texts('sso.name')} />
            {hasOwnIssuer && <IssuerFields {...partProps} isNew={connection === null} />}
            <AccessFields {...partProps} hasOwnIssuer={hasOwnIssuer} />
          </>
        )
      }}
    </FormDialog>
  )
}

interface PartProps {
  readonly values: ConnectionValues
  readonly change: (next: Partial<ConnectionValues>) => void
  readonly getFieldErrors: (field: string) => readonly string[]
}

function IssuerFields({ isNew, ...partProps }: PartProps & { readonly isNew: boolean }) {
  const texts = useTexts(ssoTexts)
  return (
    <>
      <TextField
        {...partProps}
        name="issuer"
        field="issuer"
        label={texts('sso.issuer')}
        hint={texts('sso.issuerHint')}
      />
      <TextField {...partProps} name="client_id" field="clientId" label={texts('sso.clientId')} />
      {isNew && (
        <TextField
          {...partProps}
          name="client_secret"
          field="clientSecret"
          label={texts('sso.clientSecret')}
          hint={texts('sso.clientSecretHint')}
          type="password"
        />
      )}
      <TextField
        {...partProps}
        name="scopes"
        field="scopes"
        label={texts('sso.scopes')}
        hint={texts('sso.scopesHint')}
      />
    </>
  )
}

function AccessFields({ hasOwnIssuer, ...partProps }: PartProps & { readonly hasOwnIssuer: boolean }) {
  const { t } = useI18n()
  const texts = useTexts(ssoTexts)
  const { values, change, getFieldErrors } = partProps
  const roles = ssoRoles.map((value) => ({ value: value as string, label: t(`users.roles.${value}`) }))
  return (
    <>
      <TextField {...partProps} name="groups_claim" field="groupsClaim" label={texts('sso.groupsClaim')} />
      <FormField
        label={texts('sso.mappings')}
        hint={texts('sso.mappingsHint')}
        fieldErrors={getFieldErrors('role_mappings')}
      >
        {(fieldIds) => (
          <RoleMappings fieldIds={fieldIds} mappings={values.mappings} onChange={(mappings) => change({ mappings })} />
        )}
      </FormField>
      <FormField label={texts('sso.defaultRole')} fieldErrors={getFieldErrors('default_role')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.defaultRole}
            choices={[...roles, { value: '', label: texts('sso.noRole') }]}
            onChoose={(defaultRole) => change({ defaultRole })}
          />
        )}
      </FormField>
      <FormField
        label={texts('sso.secondFactor')}
        hint={texts('sso.secondFactorHint')}
        fieldErrors={getFieldErrors('second_factor')}
      >
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={values.secondFactor}
            choices={[
              { value: 'own', label: texts('sso.secondFactorOwn') },
              { value: 'issuer', label: texts('sso.secondFactorIssuer') },
            ]}
            onChoose={(secondFactor) => change({ secondFactor: secondFactor === 'issuer' ? 'issuer' : 'own' })}
          />
        )}
      </FormField>
      <CheckField {...partProps} name="is_enabled" field="isEnabled" label={texts('sso.isEnabled')} />
      <CheckField
        {...partProps}
        name="is_enforced"
        field="isEnforced"
        label={texts('sso.isEnforced')}
        hint={texts('sso.isEnforcedHint')}
      />
      {hasOwnIssuer && (
        <CheckField
          {...partProps}
          name="is_offered"
          field="isOffered"
          label={texts('sso.offer')}
          hint={texts('sso.offerHint')}
        />
      )}
    </>
  )
}

interface TextProps extends PartProps {
  /** The name of the field in the API. */
  readonly name: string
  readonly field: 'name' | 'issuer' | 'clientId' | 'clientSecret' | 'scopes' | 'groupsClaim'
  readonly label: string
  readonly hint?: string
  readonly type?: 'password'
}

function TextField({ values, change, getFieldErrors, name, field, label, hint, type }: TextProps) {
  return (
    <FormField label={label} fieldErrors={getFieldErrors(name)} {...(hint !== undefined && { hint })}>
      {(fieldIds) => (
        <TextInput
          {...fieldIds}
          type={type ?? 'text'}
          value={values[field]}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </FormField>
  )
}

interface CheckProps extends PartProps {
  /** The name of the field in the API. */
  readonly name: string
  readonly field: 'isEnabled' | 'isEnforced' | 'isOffered'
  readonly label: string
  readonly hint?: string
}

function CheckField({ values, change, getFieldErrors, name, field, label, hint }: CheckProps) {
  return (
    <FormField isBeside label={label} fieldErrors={getFieldErrors(name)} {...(hint !== undefined && { hint })}>
      {(fieldIds) => (
        <input
          {...fieldIds}
          type="checkbox"
          checked={values[field]}
          onChange={(event) => change({ [field]: event.target.checked })}
          className="size-4.5 shrink-0 accent-accent"
        />
      )}
    </FormField>
  )
}
