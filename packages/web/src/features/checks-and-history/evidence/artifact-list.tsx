import type { Artifact } from '@wachta/client'
import { ArtifactView } from './artifact-view.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

interface ArtifactListProps {
  readonly artifacts: readonly Artifact[]
  /** The open artifact, or `none`. */
  readonly open: string | undefined
  readonly onChoose: (id: string) => void
  readonly isBrowser?: boolean
}

/** What a check left behind, each of it opened in place. */
export function ArtifactList({ artifacts, open, onChoose, isBrowser = false }: ArtifactListProps) {
  const { t, formats } = useEvidenceI18n()
  return (
    <EvidenceSection title={t('evidence.title')}>
      {artifacts.length === 0 && <p className="text-muted">{t('evidence.none')}</p>}
      <ul className="grid gap-3">
        {artifacts.map((artifact) => (
          <li key={artifact.artifact_id} className="rounded-md border border-line bg-surface">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-1">
              <button
                type="button"
                aria-expanded={open === artifact.artifact_id}
                onClick={() => onChoose(open === artifact.artifact_id ? 'none' : artifact.artifact_id)}
                className="min-h-9 text-left font-medium hover:underline"
              >
                <ArtifactName artifact={artifact} />{' '}
                <span className="font-normal text-muted">
                  {formats.bytes(artifact.size)}
                  {artifact.is_cut && `, ${t('checks.cut')}`}
                </span>
              </button>
              <a href={artifact.url} download className="text-sm text-accent underline">
                {t('evidence.download')}
              </a>
            </div>
            {open === artifact.artifact_id && (
              <div className="border-t border-line p-3">
                <ArtifactView artifact={artifact} isBrowser={isBrowser} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </EvidenceSection>
  )
}

/** What has a name that says more than its file. */
const namedKinds = ['har', 'console_log', 'content', 'certificate_chain', 'trace'] as const

function ArtifactName({ artifact }: { readonly artifact: Artifact }) {
  const { t } = useEvidenceI18n()
  const kind = namedKinds.find((each) => each === artifact.artifact_id)
  if (!kind) return artifact.file_name
  return (
    <>
      {t(`artifact.${kind}`)} <span className="font-normal text-muted">{artifact.file_name}</span>
    </>
  )
}
