import { useCallback } from 'react'

/** Below this width people scroll anyway, and read from close up. */
const minFitWidthPx = 1024
/** Sizes of text as shares of the window's height: 24 to 46 pixels of 1080 can be read from four metres. */
const readableShares = [0.022, 0.043] as const
/** The smallest size of text, for when even the last form does not fit at a readable size. */
const minTextShare = 0.014

/**
 * Returns a ref for a box whose only child fills it: its text becomes as large as possible without scrolling. If it
 * cannot be readable, the box gets the next of the forms in `data-form`, for styles that leave something out.
 */
export function useFit(forms: readonly [string, ...string[]]) {
  return useCallback(
    (box: HTMLElement | null) => {
      const content = box?.firstElementChild
      if (!box || !(content instanceof HTMLElement)) return
      let frame = 0
      // In a separate frame: an observer that changes what it observes is reported as an error.
      const observer = new ResizeObserver(() => {
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(() => fit(box, content, forms))
      })
      fit(box, content, forms)
      observer.observe(box)
      observer.observe(content)
      return () => {
        cancelAnimationFrame(frame)
        observer.disconnect()
      }
    },
    [forms],
  )
}

function fit(box: HTMLElement, content: HTMLElement, forms: readonly [string, ...string[]]): void {
  const { style } = content
  if (innerWidth < minFitWidthPx) {
    box.dataset['form'] = forms[0]
    style.fontSize = ''
    return
  }
  const fits = (size: number): boolean => {
    style.fontSize = `${size}px`
    return content.scrollHeight <= box.clientHeight && content.scrollWidth <= box.clientWidth
  }
  const [min, max] = [Math.round(readableShares[0] * innerHeight), Math.round(readableShares[1] * innerHeight)]
  for (const form of forms) {
    box.dataset['form'] = form
    const size = findLargest(min, max, fits)
    if (size !== null) {
      style.fontSize = `${size}px`
      return
    }
  }
  const size = findLargest(Math.round(minTextShare * innerHeight), min, fits)
  style.fontSize = `${size ?? Math.round(minTextShare * innerHeight)}px`
}

/** Returns the largest whole number from `min` to `max` that fits, or null. If a size fits, all smaller ones must fit. */
export function findLargest(min: number, max: number, fits: (size: number) => boolean): number | null {
  if (!fits(min)) return null
  let [low, high] = [min, max]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
