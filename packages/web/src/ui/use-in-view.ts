import { type RefObject, useEffect, useState } from 'react'

/** Elements this far outside the screen count as in view, so that their content is loaded before they are visible. */
const loadMargin = '200px'

/** Whether an element has been in view, for content that is loaded only then. */
export function useInView(elementRef: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = elementRef.current
    if (element === null || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      {
        rootMargin: loadMargin,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [elementRef, isSeen])
  return isSeen
}
