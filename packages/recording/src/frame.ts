/** Not `iframe:nth-of-type(…)`, which counts among the children of one element: the Recorder counts those of the page. */
export const writeFrameSelector = (index: number): string => `:nth-match(iframe, ${index + 1})`

/** The position in such a selector of a frame. */
export const readFrameIndex = (frame: string): number | undefined => {
  const position = /^:nth-match\(iframe, ([1-9]\d{0,3})\)$/.exec(frame)?.[1]
  return position === undefined ? undefined : Number(position) - 1
}
