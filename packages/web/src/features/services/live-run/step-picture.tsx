import { useQuery } from '@tanstack/react-query'
import type { Artifact } from '@wachta/client'
import { useEffect, useState } from 'react'
import { Failed } from '../../../app/shell/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { detectPictureType } from '../../checks-and-history/evidence/picture-type.ts'
import { artifactContentQuery } from '../../checks-and-history/evidence/queries.ts'

/** The screenshot of a step. Content whose first bytes are not those of a picture is not shown. */
export function StepPicture({ artifact, alt }: { readonly artifact: Artifact; readonly alt: string }) {
  const { data, error } = useQuery(artifactContentQuery(artifact))
  const [url, setUrl] = useState<string>()
  const type = data && detectPictureType(data)
  useEffect(() => {
    if (!data || !type) return
    const objectUrl = URL.createObjectURL(new Blob([data], { type }))
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [data, type])
  if (error) return <Failed error={error} />
  if (!url) return <Skeleton className="aspect-video w-full" />
  return <img src={url} alt={alt} className="w-full rounded-md border border-line" />
}
