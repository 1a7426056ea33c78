import type { Artifact } from '@wachta/client'
import { Icon } from '../../../ui/icon.tsx'
import { useArtifactTypes } from '../../dictionaries/queries.ts'
import { ArtifactView } from './artifact-view.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

interface ArtifactListProps {
  readonly artifacts: readonly Artifact[]
  /** The id of the open artifact, or `none`. */
  readonly open: string | undefined
  readonly onChoose: (id: string) => void
  readonly isBrowser?: boolean
}

/** The artifacts of a check; each one expands in place. */
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
                className="flex min-h-9 min-w-0 items-center gap-1.5 text-left font-medium hover:underline"
              >
                <Icon name={open === artifact.artifact_id ? 'down' : 'right'} className="text-muted" />
                <span className="min-w-0">
                  <ArtifactName artifact={artifact} />{' '}
                  <span className="font-normal text-muted">
                    {formats.bytes(artifact.size)}
                    {artifact.is_cut && `, ${t('checks.cut')}`}
                  </span>
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

/** Artifacts with a dedicated view have the name of the view. */
const viewKinds = ['har', 'console_log'] as const

function ArtifactName({ artifact }: { readonly artifact: Artifact }) {
  const { t } = useEvidenceI18n()
  const types = useArtifactTypes()
  const kind = viewKinds.find((each) => each === artifact.artifact_id)
  const name = kind ? t(`artifact.${kind}`) : types.get(artifact.artifact_id)?.name
  if (!name) return artifact.file_name
  return (
    <>
      {name} <span className="font-normal text-muted max-sm:hidden">{artifact.file_name}</span>
    </>
  )
}
