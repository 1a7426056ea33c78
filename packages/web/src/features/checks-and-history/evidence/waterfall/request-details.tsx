import type { ReactNode } from 'react'
import { WaterfallBars } from '../../../../ui/waterfall.tsx'
import type { HarRow } from '../har.ts'
import { useEvidenceI18n } from '../use-evidence-i18n.ts'
import { phaseColors } from './looks.ts'

/** Everything that is known of one request. Its URL is shown as text, never as a link, because it cannot be trusted. */
export function RequestDetails({ row }: { readonly row: HarRow }) {
  const { t, formats } = useEvidenceI18n()
  let elapsed = 0
  const parts = row.phases.map(({ phase, length }) => {
    const start = elapsed
    elapsed += length
    const label = t(`har.phase.${phase}`)
    return { label, color: phaseColors[phase], start, length, text: formats.milliseconds(length) }
  })
  return (
    <div className="grid gap-3 py-2">
      <p className="font-mono text-sm break-all">
        {row.method} {row.url}
      </p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        <Fact name={t('har.status')}>{row.status === 0 ? t('har.noAnswer') : String(row.status)}</Fact>
        {row.error !== '' && <Fact name={t('har.error')}>{row.error}</Fact>}
        <Fact name={t('har.started')}>{formats.milliseconds(row.start)}</Fact>
        <Fact name={t('har.time')}>{formats.milliseconds(row.length)}</Fact>
        {row.size !== null && <Fact name={t('har.transferred')}>{formats.bytes(row.size)}</Fact>}
        {row.mimeType !== '' && <Fact name={t('har.mimeType')}>{row.mimeType}</Fact>}
        {row.protocol !== '' && <Fact name={t('har.protocol')}>{row.protocol}</Fact>}
        {row.remoteAddress !== '' && <Fact name={t('har.remoteAddress')}>{row.remoteAddress}</Fact>}
        {row.page !== '' && <Fact name={t('har.page')}>{row.page}</Fact>}
      </dl>
      {parts.length > 0 && (
        <div className="max-w-xl">
          <WaterfallBars caption={t('har.phases')} headers={[t('evidence.phase'), t('har.time')]} parts={parts} />
        </div>
      )}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-2">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
