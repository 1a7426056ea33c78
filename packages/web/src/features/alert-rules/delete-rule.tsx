import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Event } from '@wachta/client'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { ruleKeys } from './queries.ts'

/** Deletes a rule, after a confirmation that names what is deleted with it. */
export function DeleteRule({ rule }: { readonly rule: Event }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationFn: () => client.call('delete_event', { path: { _id: rule.id } }),
    onSuccess: async () => {
      showToast(t('rule.deleted', { name: rule.name }))
      await navigate({ to: '/events/rules', replace: true, ignoreBlocker: true })
      queries.removeQueries({ queryKey: ruleKeys.one(rule.id) })
      await queries.invalidateQueries({ queryKey: ruleKeys.all })
      await queries.invalidateQueries({ queryKey: ruleKeys.alerts })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('rule.delete')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('rule.deleteAsk', { name: rule.name })}
        description={t('rule.deleteMeans')}
        closeLabel={t('common.close')}
      >
        <div className="flex justify-end gap-2">
          <Button kind="quiet" onClick={() => setOpen(false)}>
            {t('common.cancel')}
          </Button>
          <Button kind="danger" busy={mutation.isPending} onClick={() => mutation.mutate()}>
            {t('bulk.confirm.delete')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
