import { useMutation } from '@tanstack/react-query'
import { client, errorText } from '../../app/client/client.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { saveFile } from '../../ui/csv.ts'
import { showWarning } from '../../ui/toast.tsx'
import { reportTexts } from './texts.ts'

/** How to verify the files of a report without this installation. */
export function ProofSection({ id }: { readonly id: number }) {
  const texts = useTexts(reportTexts)
  const mutation = useMutation({
    mutationFn: () => client.call('read_report_proof', { path: { _id: id } }),
    onSuccess: (proof) => saveFile(`report-${id}-proof.json`, 'application/json', `${JSON.stringify(proof)}\n`),
    onError: (error) => showWarning(errorText(error)),
  })
  return (
    <section aria-labelledby="report-proof" className="grid gap-2">
      <h3 id="report-proof" className="font-semibold">
        {texts('report.proof')}
      </h3>
      <p className="text-sm text-muted">{texts('report.proofText')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={mutation.isPending} onClick={() => mutation.mutate()}>
          {texts('report.downloadProof')}
        </Button>
        <a href="/verify.html" target="_blank" rel="noreferrer" className={buttonClass('secondary', 'small')}>
          {texts('report.verify')}
        </a>
      </div>
    </section>
  )
}
