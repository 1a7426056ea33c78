import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, errorText } from '../../app/client/client.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { awaitAnalysis, countResults } from './forced.ts'

/** Starts a manual check and waits for its analysis. */
export function CheckNow({ id }: { readonly id: number }) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: async () => {
      const { analysis_id } = await client.call('force_analysis', { path: { _id: id } })
      return awaitAnalysis(id, analysis_id)
    },
    onSuccess: (analysis) => {
      if (!analysis) showWarning(t('checkNow.late'))
      else (analysis.failure ? showWarning : showToast)(t('checkNow.result', countResults(analysis)))
      return queries.invalidateQueries({ queryKey: serviceKeys.one(id) })
    },
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <Button busy={mutation.isPending} onClick={() => mutation.mutate()}>
      {t(mutation.isPending ? 'checkNow.running' : 'checkNow.start')}
    </Button>
  )
}
