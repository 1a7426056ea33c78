import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { say, warn } from '../../ui/toast.tsx'
import { deletePlan } from './plan-suspension.ts'
import { suspensionKeys } from './queries.ts'
import type { MaintenanceWindow } from './windows.ts'

/** Deletes a maintenance window; the first press asks for confirmation. */
export function DeletePlan({ window, onDone }: { readonly window: MaintenanceWindow; readonly onDone: () => void }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const mutation = useMutation({
    mutationFn: () => deletePlan(client, window),
    onSuccess: () => {
      say(t('maintenance.deleted'))
      onDone()
    },
    onError: (error) => warn(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: suspensionKeys.all }),
  })
  return (
    <Button
      kind="danger"
      className="mr-auto"
      busy={mutation.isPending}
      onBlur={() => setAsked(false)}
      onClick={() => (isAsked ? mutation.mutate() : setAsked(true))}
    >
      <span aria-live="polite">{t(isAsked ? 'maintenance.deleteAsk' : 'maintenance.delete')}</span>
    </Button>
  )
}
