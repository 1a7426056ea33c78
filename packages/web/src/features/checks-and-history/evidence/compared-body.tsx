import { useQuery } from '@tanstack/react-query'
import type { Artifact, Check } from '@wachta/client'
import { useId, useMemo } from 'react'
import { Failed } from '../../../app/shell/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useErrorTypes } from '../../error-types/queries.ts'
import { computeLineDiff, type DiffLine, omitUnchangedLines, type SkippedLines } from './line-diff.ts'
import { artifactContentQuery, earlierArtifactQuery, referenceArtifactQuery } from './queries.ts'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

/** More or longer lines are cut off. */
const maxLines = 400
const maxLineLength = 2000

interface ComparedBodyProps {
  readonly artifact: Artifact
  readonly text: string
  /** Whether it is a browser check. Only for these, artifacts of successful checks are kept for comparison. */
  readonly isBrowser: boolean
}

/** Compares a response body with an earlier one from the same sensor. */
export function ComparedBody({ artifact, text, isBrowser }: ComparedBodyProps) {
  const { t } = useEvidenceI18n()
  const title = useId()
  const { data: earlier, error } = useQuery((isBrowser ? referenceArtifactQuery : earlierArtifactQuery)(artifact))
  return (
    <section aria-labelledby={title} className="mt-4">
      <h4 id={title} className="mb-1 font-medium">
        {t(isBrowser ? 'changes.title' : 'evidence.compared')}
      </h4>
      {earlier === undefined && (error ? <Failed error={error} /> : <Skeleton className="h-16" />)}
      {earlier === null && <p className="text-muted">{t(isBrowser ? 'reference.none' : 'evidence.noEarlier')}</p>}
      {earlier && <Changes earlier={earlier.artifact} check={earlier.check} text={text} isBrowser={isBrowser} />}
    </section>
  )
}

interface ChangesProps {
  readonly earlier: Artifact
  readonly check: Check
  readonly text: string
  readonly isBrowser: boolean
}

function Changes({ earlier, check, text, isBrowser }: ChangesProps) {
  const { t, formats } = useEvidenceI18n()
  const errorTypes = useErrorTypes()
  const { data, error } = useQuery(artifactContentQuery(earlier))
  const lines = useMemo(
    () => (data ? omitUnchangedLines(computeLineDiff(new TextDecoder().decode(data), text)) : null),
    [data, text],
  )
  if (!lines) return error ? <Failed error={error} /> : <Skeleton className="h-16" />
  const values = {
    before: formats.exact(check.time),
    error: errorTypes.get(check.error_type_id ?? 0)?.name ?? t(`check.${check.result}`),
  }
  if (lines.every(({ kind }) => kind === 'skipped'))
    return <p className="text-muted">{t(isBrowser ? 'reference.same' : 'evidence.unchanged', values)}</p>
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {t(isBrowser ? 'reference.changed' : 'evidence.changed', values)}{' '}
        <a href={earlier.url} download className="text-accent underline">
          {t('evidence.downloadEarlier')}
        </a>
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="max-h-[60vh] overflow-auto rounded-md border border-line bg-surface py-2 font-mono text-sm whitespace-pre-wrap"
      >
        {lines.slice(0, maxLines).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines stay in place, and the same one may come twice
          <Line key={index} line={line} />
        ))}
      </pre>
      {(lines.length > maxLines || lines.some(isLong)) && (
        <p className="mt-2 text-sm text-muted">{t('evidence.longComparison')}</p>
      )}
    </>
  )
}

const isLong = (line: DiffLine | SkippedLines) => line.kind !== 'skipped' && line.text.length > maxLineLength

const rowClass = 'block pr-3 pl-7 -indent-4'

function Line({ line }: { readonly line: DiffLine | SkippedLines }) {
  const { t } = useEvidenceI18n()
  if (line.kind === 'skipped')
    return <span className={`${rowClass} text-muted`}>⋯ {t('evidence.equalLines', { count: line.count })}</span>
  const text = isLong(line) ? `${line.text.slice(0, maxLineLength)}…` : line.text
  if (line.kind === 'removed')
    return <del className={`${rowClass} bg-failure-soft text-failure no-underline`}>− {text}</del>
  if (line.kind === 'added')
    return (
      <ins className={`${rowClass} bg-[color-mix(in_srgb,var(--ok-fill)_12%,transparent)] text-ok no-underline`}>
        + {text}
      </ins>
    )
  return <span className={rowClass}>{`  ${text}`}</span>
}
