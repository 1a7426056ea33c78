import { type RefObject, useEffect, useState } from 'react'

/** How far below the edge of the screen something counts as seen, so that it is there when it is scrolled to. */
const margin = '200px'

/** Whether an element has been in view, for content that is loaded only then. */
export function useInView(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      {
        rootMargin: margin,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, isSeen])
  return isSeen
}
