import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Group } from '@wachta/client'
import { type SubmitEvent, useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useFieldErrors } from '../../app/forms/use-field-errors.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showWarning } from '../../ui/toast.tsx'
import { groupKeys, periodicAddressesQuery } from '../groups/queries.ts'

const frequencies = ['daily', 'weekly', 'monthly'] as const
type Frequency = (typeof frequencies)[number]

const flags = [
  'periodic_daily_reports',
  'periodic_weekly_reports',
  'periodic_monthly_reports',
  'archived_services_in_periodic_reports',
] as const

type Flags = Partial<Pick<Group, (typeof flags)[number]>>

interface PeriodicDialogProps {
  readonly group: Group
  readonly onClose: () => void
}

/** The short reports about a group by e-mail: how often, and to which addresses. Changes apply immediately. */
export function PeriodicDialog({ group, onClose }: PeriodicDialogProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  // Shows the new choice immediately, because the loaded group has the old one until it is refetched.
  const [chosen, setChosen] = useState<Flags>({})
  const update = useMutation({
    mutationFn: (change: Flags) => client.call('update_group', { path: { _id: group.id }, body: change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: groupKeys.all }),
    onError: (error) => {
      setChosen({})
      showWarning(errorText(error))
    },
  })
  const choose = (change: Flags) => {
    setChosen({ ...chosen, ...change })
    update.mutate(change)
  }
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t('periodic.title', { group: group.name })}
      description={t('periodic.text')}
      closeLabel={t('common.close')}
    >
      <div className="grid gap-5">
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-sm font-medium">{t('periodic.send')}</legend>
          {flags.map((flag) => (
            <label key={flag} className="flex min-h-9 items-center gap-2.5">
              <input
                type="checkbox"
                checked={chosen[flag] ?? group[flag]}
                onChange={(event) => choose({ [flag]: event.target.checked })}
                className="size-4.5 accent-accent"
              />
              {t(`periodic.${flag}`)}
            </label>
          ))}
        </fieldset>
        <Addresses group={group} />
      </div>
    </Dialog>
  )
}

function Addresses({ group }: { readonly group: Group }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const { data, error } = useQuery(periodicAddressesQuery(group.id))
  const refreshAddresses = () => queries.invalidateQueries({ queryKey: periodicAddressesQuery(group.id).queryKey })
  const remove = useMutation({
    mutationFn: (id: number) => client.call('delete_periodic_report_address', { path: { _id: id } }),
    onSuccess: refreshAddresses,
    onError: (failure) => showWarning(errorText(failure)),
  })
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-20" />
  return (
    <section aria-labelledby="periodic-addresses" className="grid gap-3">
      <h3 id="periodic-addresses" className="text-sm font-medium">
        {t('reportTemplate.recipients')}
      </h3>
      {data.length === 0 && <p className="text-muted">{t('periodic.none')}</p>}
      <ul className="grid gap-1">
        {data.map(({ id, address, report_frequency, permissions }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 truncate">
              {address} <span className="text-sm text-muted">{t(`periodic.${report_frequency as Frequency}`)}</span>
            </span>
            {permissions?.delete && (
              <Button
                size="small"
                aria-label={t('reportTemplate.remove', { name: address })}
                busy={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id)}
              >
                {t('common.delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AddAddress group={group.id} onAdded={refreshAddresses} />
    </section>
  )
}

function AddAddress({ group, onAdded }: { readonly group: number; readonly onAdded: () => unknown }) {
  const { t } = useI18n()
  const [address, setAddress] = useState('')
  const [frequency, setFrequency] = useState<Frequency>('monthly')
  const add = useSending({
    send: (requestClient) =>
      requestClient.call('create_periodic_report_address', {
        body: { address: address.trim(), report_frequency: frequency, group_id: group },
      }),
    onSuccess: () => {
      // What was typed while the request was under way stays.
      setAddress((current) => (current === address ? '' : current))
      return onAdded()
    },
  })
  const fieldErrors = useFieldErrors(add.error)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={send} noValidate className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <FormField label={t('periodic.address')} fieldErrors={fieldErrors.get('address')}>
        {(fieldIds) => (
          <TextInput {...fieldIds} type="email" value={address} onChange={(event) => setAddress(event.target.value)} />
        )}
      </FormField>
      <FormField label={t('periodic.frequency')} fieldErrors={fieldErrors.get('report_frequency')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={frequency}
            choices={frequencies.map((value) => ({ value, label: t(`periodic.${value}`) }))}
            onChoose={(value) => setFrequency(value as Frequency)}
          />
        )}
      </FormField>
      <div className="flex gap-2">
        <Button type="submit" busy={add.isPending}>
          {t('periodic.add')}
        </Button>
        <CopyAsCurl requests={() => add.requests()} />
      </div>
      {add.error && fieldErrors.size === 0 && <p className="text-failure sm:col-span-3">{errorText(add.error)}</p>}
    </form>
  )
}
