import { useMutation } from '@tanstack/react-query'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { saveFile } from '../../ui/csv.ts'
import { warn } from '../../ui/toast.tsx'

/** How anybody can check the files of a report, without this installation. */
export function ProofSection({ id }: { readonly id: number }) {
  const { t } = useI18n()
  const mutation = useMutation({
    mutationFn: () => client.call('read_report_proof', { path: { _id: id } }),
    onSuccess: (proof) => saveFile(`report-${id}-proof.json`, 'application/json', `${JSON.stringify(proof)}\n`),
    onError: (error) => warn(errorText(error)),
  })
  return (
    <section aria-labelledby="report-proof" className="grid gap-2">
      <h3 id="report-proof" className="font-semibold">
        {t('report.proof')}
      </h3>
      <p className="text-sm text-muted">{t('report.proofText')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={mutation.isPending} onClick={() => mutation.mutate()}>
          {t('report.downloadProof')}
        </Button>
        <a href="/verify.html" target="_blank" rel="noreferrer" className={buttonClass('secondary', 'small')}>
          {t('report.verify')}
        </a>
      </div>
    </section>
  )
}
