/**
 * Returns the selector of the nth frame of a document. `iframe:nth-of-type(…)` would count only the frames in the same
 * element, but the Recorder counts all frames of the document.
 */
export const writeFrameSelector = (index: number): string => `:nth-match(iframe, ${index + 1})`

/** Returns the index in a selector of `writeFrameSelector`; undefined for any other selector. */
export const readFrameIndex = (frame: string): number | undefined => {
  const position = /^:nth-match\(iframe, ([1-9]\d{0,3})\)$/.exec(frame)?.[1]
  return position === undefined ? undefined : Number(position) - 1
}
