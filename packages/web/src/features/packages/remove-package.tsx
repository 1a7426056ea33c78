import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { packageKeys } from './queries.ts'

export function RemovePackage({ id, name }: { readonly id: number; readonly name: string }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => client.call('delete_admin_package', { path: { _id: id } }),
    onSuccess: async () => {
      showToast(t('packages.removed', { name }))
      await navigate({ to: '/administration', search: { tab: 'packages' }, ignoreBlocker: true })
      await queries.invalidateQueries({ queryKey: packageKeys.all })
    },
    // The API rejects deleting a package that accounts use, so that no account is left without limits.
    onError: (error) => {
      setConfirming(false)
      showWarning(errorText(error))
    },
  })
  return (
    <>
      <Button kind="danger" onClick={() => setConfirming(true)}>
        {t('common.delete')}
      </Button>
      {isConfirming && (
        <Confirm
          title={t('packages.ask', { name })}
          description={t('packages.means')}
          confirm={t('common.delete')}
          cancel={t('common.cancel')}
          closeLabel={t('common.close')}
          busy={remove.isPending}
          isDangerous
          onClose={() => setConfirming(false)}
          onConfirm={() => remove.mutate()}
        />
      )}
    </>
  )
}
