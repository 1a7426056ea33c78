import { useQuery } from '@tanstack/react-query'
import type { Artifact } from '@wachta/client'
import { useEffect, useState } from 'react'
import { Failed } from '../../../app/shell/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { detectPictureType } from './picture-type.ts'
import { artifactContentQuery } from './queries.ts'
import { useEvidenceI18n } from './use-evidence-i18n.ts'

/** Limits a picture so that its surroundings stay visible. */
export const pictureSizeClass = 'max-h-[55dvh] max-w-full'

interface StoredPictureProps {
  readonly artifact: Artifact
  readonly alt: string
  readonly className?: string
}

/** A picture that is stored as an artifact. */
export function StoredPicture({ artifact, alt, className = 'max-w-full' }: StoredPictureProps) {
  const { t } = useEvidenceI18n()
  const { url, error, isNotPicture } = usePicture(artifact)
  if (error) return <Failed error={error} />
  if (isNotPicture) return <p className="text-muted">{t('picture.none')}</p>
  if (!url) return <Skeleton className={`aspect-video w-full ${className}`} />
  return <img src={url} alt={alt} className={`rounded-md border border-line ${className}`} />
}

interface LoadedPicture {
  /** The URL of the picture, once it is loaded. */
  readonly url: string | undefined
  readonly error: Error | null
  /** Whether the artifact is not a picture. */
  readonly isNotPicture: boolean
}

/** Loads the picture of an artifact. Its type is detected from the bytes, because its content type is not trusted. */
export function usePicture(artifact: Artifact): LoadedPicture {
  const { data, error } = useQuery(artifactContentQuery(artifact))
  const type = data ? detectPictureType(data) : null
  return {
    url: useObjectUrl(data, type),
    error: data ? null : error,
    isNotPicture: data !== undefined && type === null,
  }
}

/** Returns an object URL for content, which is revoked when the content is no longer shown. */
export function useObjectUrl(content: Uint8Array<ArrayBuffer> | undefined, type: string | null): string | undefined {
  const [shown, setShown] = useState<{ readonly content: Uint8Array; readonly url: string }>()
  useEffect(() => {
    if (!content || type === null) return
    const objectUrl = URL.createObjectURL(new Blob([content], { type }))
    setShown({ content, url: objectUrl })
    return () => URL.revokeObjectURL(objectUrl)
  }, [content, type])
  // Do not return the URL of the previous content while the new URL is being created.
  return shown?.content === content ? shown?.url : undefined
}
