import { useQuery } from '@tanstack/react-query'
import type { Artifact } from '@wachta/client'
import { useEffect, useMemo, useState } from 'react'
import { useI18n } from '../../../app/i18n/language.tsx'
import { Failed } from '../../../app/shell/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ComparedBody } from './compared-body.tsx'
import { buildWaterfall } from './har.ts'
import { pictureType } from './picture-type.ts'
import { artifactContentQuery } from './queries.ts'
import { WaterfallTable } from './waterfall-table.tsx'

/** Longer texts are cut off. */
const maxShown = 200_000

/** Shows an artifact: a picture as an image, a HAR file as a waterfall, everything else as plain text. */
export function ArtifactView({ artifact }: { readonly artifact: Artifact }) {
  const { data, error } = useQuery(artifactContentQuery(artifact))
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-40" />
  const type = pictureType(data)
  if (type) return <Picture content={data} type={type} name={artifact.file_name} />
  return <TextContent content={data} artifact={artifact} />
}

interface PictureProps {
  readonly content: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly name: string
}

function Picture({ content, type, name }: PictureProps) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content, type])
  return <img src={address} alt={name} className="max-w-full rounded-md border border-line" />
}

/** Shows content as plain text and never as HTML, because it comes from a monitored server and cannot be trusted. */
function TextContent({ content, artifact }: { readonly content: Uint8Array; readonly artifact: Artifact }) {
  const { t, formats } = useI18n()
  const text = useMemo(() => new TextDecoder().decode(content), [content])
  const waterfall = useMemo(() => (artifact.artifact_id === 'har' ? buildWaterfall(text) : null), [artifact, text])
  if (waterfall) return <WaterfallTable waterfall={waterfall} />
  const isLong = text.length > maxShown
  return (
    <>
      {isLong && (
        <p className="mb-2 text-sm text-muted">{t('evidence.long', { size: formats.bytes(content.length) })}</p>
      )}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="max-h-[60vh] overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm whitespace-pre-wrap"
      >
        {text.slice(0, maxShown)}
      </pre>
      {artifact.artifact_id === 'content' && <ComparedBody artifact={artifact} text={text} />}
    </>
  )
}
