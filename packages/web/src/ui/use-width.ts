import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in whole pixels, also when it changes; 0 before it is mounted. */
export function useWidth(elementRef: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (elementRef.current === null) return
    setWidth(Math.floor(elementRef.current.getBoundingClientRect().width))
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(elementRef.current)
    return () => observer.disconnect()
  }, [elementRef])
  return width
}
