import { useQuery } from '@tanstack/react-query'
import type { Artifact } from '@wachta/client'
import { useMemo } from 'react'
import { Failed } from '../../../app/shell/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { WithCode } from '../../../ui/with-code.tsx'
import { ComparedBody } from './compared-body.tsx'
import { ConsoleView } from './console-view.tsx'
import { parseFilmstrip } from './filmstrip.ts'
import { FilmstripView } from './filmstrip-view.tsx'
import { buildWaterfall } from './har.ts'
import { detectPictureType } from './picture-type.ts'
import { artifactContentQuery } from './queries.ts'
import { useObjectUrl } from './stored-picture.tsx'
import { useEvidenceI18n } from './use-evidence-i18n.ts'
import { RequestChanges } from './waterfall/request-changes.tsx'
import { WaterfallView } from './waterfall/waterfall-view.tsx'

/** Longer texts are cut off. */
const maxShownCharacters = 200_000

interface ArtifactViewProps {
  readonly artifact: Artifact
  readonly isBrowser: boolean
}

/** Shows an artifact in the view for its kind, or else as plain text. */
export function ArtifactView({ artifact, isBrowser }: ArtifactViewProps) {
  // A trace is an archive that only Playwright can show.
  if (artifact.artifact_id === 'trace') return <TraceHint artifact={artifact} />
  return <StoredContent artifact={artifact} isBrowser={isBrowser} />
}

function TraceHint({ artifact: { file_name } }: Pick<ArtifactViewProps, 'artifact'>) {
  const { t } = useEvidenceI18n()
  return (
    <p className="text-sm">
      <WithCode text={t('evidence.openTrace', { file: file_name })} />
    </p>
  )
}

function StoredContent({ artifact, isBrowser }: ArtifactViewProps) {
  const { data, error } = useQuery(artifactContentQuery(artifact))
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-40" />
  const type = detectPictureType(data)
  if (type) return <Picture content={data} type={type} name={artifact.file_name} />
  return <TextContent content={data} artifact={artifact} isBrowser={isBrowser} />
}

interface PictureProps {
  readonly content: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly name: string
}

function Picture({ content, type, name }: PictureProps) {
  const url = useObjectUrl(content, type)
  return <img src={url} alt={name} className="max-w-full rounded-md border border-line" />
}

interface TextContentProps extends ArtifactViewProps {
  readonly content: Uint8Array
}

function TextContent({ content, artifact, isBrowser }: TextContentProps) {
  const text = useMemo(() => new TextDecoder().decode(content), [content])
  const waterfall = useMemo(() => (artifact.artifact_id === 'har' ? buildWaterfall(text) : null), [artifact, text])
  const frames = useMemo(() => (artifact.artifact_id === 'filmstrip' ? parseFilmstrip(text) : null), [artifact, text])
  if (waterfall)
    return (
      <>
        <WaterfallView waterfall={waterfall} />
        <RequestChanges artifact={artifact} rows={waterfall.rows} />
      </>
    )
  if (frames) return <FilmstripView frames={frames} />
  if (artifact.artifact_id === 'console_log') return <ConsoleView text={text} />
  return (
    <>
      <PlainText text={text} size={content.length} />
      {artifact.artifact_id === 'content' && <ComparedBody artifact={artifact} text={text} isBrowser={isBrowser} />}
    </>
  )
}

/** Shows content as plain text and never as HTML, because it comes from a monitored server and cannot be trusted. */
function PlainText({ text, size }: { readonly text: string; readonly size: number }) {
  const { t, formats } = useEvidenceI18n()
  return (
    <>
      {text.length > maxShownCharacters && (
        <p className="mb-2 text-sm text-muted">{t('evidence.long', { size: formats.bytes(size) })}</p>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="max-h-[60vh] overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm whitespace-pre-wrap"
      >
        {text.slice(0, maxShownCharacters)}
      </pre>
    </>
  )
}
