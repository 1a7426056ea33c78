import type { Artifact } from '@wachta/client'
import { useRef } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useInView } from '../../../ui/use-in-view.ts'
import { usePicture } from './stored-picture.tsx'

/** The upper part of a picture, loaded when it comes into view. Decorative: the element around it has the label. */
export function Thumbnail({ artifact }: { readonly artifact: Artifact }) {
  const containerRef = useRef<HTMLSpanElement>(null)
  const isSeen = useInView(containerRef)
  return (
    <span ref={containerRef} className="block aspect-video w-full bg-sunken">
      {isSeen && <SmallPicture artifact={artifact} />}
    </span>
  )
}

/** An empty area if the picture cannot be shown; the large picture says why. */
function SmallPicture({ artifact }: { readonly artifact: Artifact }) {
  const { url, error, isNotPicture } = usePicture(artifact)
  if (error || isNotPicture) return null
  if (!url) return <Skeleton className="size-full" />
  return <img src={url} alt="" className="size-full object-cover object-top" />
}
