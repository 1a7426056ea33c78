import { useQueryClient } from '@tanstack/react-query'
import type { Group } from '@wachta/client'
import { useState } from 'react'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { showToast } from '../../ui/toast.tsx'
import { groupKeys } from '../groups/queries.ts'
import { parseLevelTarget, toTargetText, UnreadableTarget } from '../groups/target.ts'
import { TargetField } from './target-field.tsx'

interface TargetDialogProps {
  readonly group: Group
  readonly onClose: () => void
}

/** The service level target of a group. */
export function TargetDialog({ group, onClose }: TargetDialogProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [target, setTarget] = useState(toTargetText(group.service_level_target))
  const sending = useSending({
    send: async (client) =>
      client.call('update_group', {
        path: { _id: group.id },
        body: { service_level_target: parseLevelTarget(target) },
      }),
    onSuccess: () => {
      showToast(t('target.saved', { group: group.name }))
      onClose()
      return Promise.all([
        queries.invalidateQueries({ queryKey: groupKeys.all }),
        queries.invalidateQueries({ queryKey: serviceKeys.all }),
      ])
    },
  })
  const isUnreadable = sending.error instanceof UnreadableTarget
  return (
    <FormDialog
      title={t('target.title', { group: group.name })}
      description={t('target.text')}
      submit={t('settings.save')}
      fields={['service_level_target']}
      mutation={isUnreadable ? { ...sending, error: null } : sending}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <TargetField
          hint={t('target.groupHint')}
          fieldErrors={isUnreadable ? [t('target.unreadable')] : getFieldErrors('service_level_target')}
          value={target}
          onChange={setTarget}
        />
      )}
    </FormDialog>
  )
}
