import { useQuery } from '@tanstack/react-query'
import type { Artifact, Check } from '@wachta/client'
import { useId, useMemo } from 'react'
import { Failed } from '../../../../app/shell/failed.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { buildWaterfall, type HarRow } from '../har.ts'
import { compareRequests, type RequestChange } from '../har-comparison.ts'
import { artifactContentQuery, referenceArtifactQuery } from '../queries.ts'
import { useEvidenceI18n } from '../use-evidence-i18n.ts'

/** More differences than this are not shown. */
const maxChanges = 100

interface RequestChangesProps {
  readonly artifact: Artifact
  readonly rows: readonly HarRow[]
}

/** Requests that are new, missing or much slower than in the last good check of the same sensor. */
export function RequestChanges({ artifact, rows }: RequestChangesProps) {
  const { t } = useEvidenceI18n()
  const title = useId()
  const { data: reference, error } = useQuery(referenceArtifactQuery(artifact))
  return (
    <section aria-labelledby={title} className="mt-5">
      <h4 id={title} className="mb-1 font-medium">
        {t('changes.title')}
      </h4>
      {reference === undefined && (error ? <Failed error={error} /> : <Skeleton className="h-16" />)}
      {reference === null && <p className="text-muted">{t('reference.none')}</p>}
      {reference && <ComparedRequests artifact={reference.artifact} check={reference.check} rows={rows} />}
    </section>
  )
}

interface ComparedRequestsProps extends RequestChangesProps {
  readonly check: Check
}

function ComparedRequests({ artifact, check, rows }: ComparedRequestsProps) {
  const { t, formats } = useEvidenceI18n()
  const { data, error } = useQuery(artifactContentQuery(artifact))
  const changes = useMemo(() => {
    const before = data && buildWaterfall(new TextDecoder().decode(data))
    return before && compareRequests(before.rows, rows)
  }, [data, rows])
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-16" />
  if (!changes) return <p className="text-muted">{t('reference.unreadable')}</p>
  const count = (kind: RequestChange['kind']) => changes.filter((change) => change.kind === kind).length
  const counts = { added: count('new'), gone: count('gone'), slower: count('slower') }
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {t('reference.text', { time: formats.exact(check.time) })}{' '}
        {changes.length === 0 ? t('changes.none') : t('changes.summary', counts)}
      </p>
      {changes.length > 0 && <ChangesTable changes={changes.slice(0, maxChanges)} />}
    </>
  )
}

function ChangesTable({ changes }: { readonly changes: readonly RequestChange[] }) {
  const { t, formats } = useEvidenceI18n()
  return (
    <table className="w-full table-fixed border-collapse text-left text-sm">
      <caption className="sr-only">{t('changes.title')}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="w-18 py-1.5 pr-2 font-medium sm:w-24 sm:pr-3">
            {t('changes.kind')}
          </th>
          <th scope="col" className="py-1.5 pr-3 font-medium">
            {t('har.request')}
          </th>
          <th scope="col" className="w-18 py-1.5 pr-2 text-right font-medium sm:w-20 sm:pr-3">
            {t('changes.before')}
          </th>
          <th scope="col" className="w-18 py-1.5 text-right font-medium sm:w-20">
            {t('changes.now')}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ kind, url, before, now }) => (
          <tr key={url} className="border-b border-line align-top">
            <td className="py-1.5 pr-3 font-medium">{t(`changes.${kind}`)}</td>
            <td className="py-1.5 pr-3 break-all">{url}</td>
            <td className="py-1.5 pr-3 text-right">{formats.milliseconds(before)}</td>
            <td className="py-1.5 text-right">{formats.milliseconds(now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
