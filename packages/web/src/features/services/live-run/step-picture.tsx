import { useQuery } from '@tanstack/react-query'
import type { Artifact } from '@wachta/client'
import { useEffect, useState } from 'react'
import { Failed } from '../../../app/shell/failed.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { pictureType } from '../../checks-and-history/evidence/picture-type.ts'
import { artifactContentQuery } from '../../checks-and-history/evidence/queries.ts'

/** The screenshot of a step. Content whose first bytes are not those of a picture is not shown. */
export function StepPicture({ artifact, alt }: { readonly artifact: Artifact; readonly alt: string }) {
  const { data, error } = useQuery(artifactContentQuery(artifact))
  const [address, setAddress] = useState<string>()
  const type = data && pictureType(data)
  useEffect(() => {
    if (!data || !type) return
    const made = URL.createObjectURL(new Blob([data], { type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data, type])
  if (error) return <Failed error={error} />
  if (!address) return <Skeleton className="aspect-video w-full" />
  return <img src={address} alt={alt} className="w-full rounded-md border border-line" />
}
