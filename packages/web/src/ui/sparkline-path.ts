export const width = 120
export const height = 28

/** Returns the path of a line with gaps for missing values. Zero is at the bottom, so that heights are comparable. */
export function buildSparklinePath(values: readonly (number | null)[], highest: number): string {
  const step = width / Math.max(values.length - 1, 1)
  let isDrawing = false
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false
        return ''
      }
      const y = height - 1 - (highest === 0 ? 0 : (value / highest) * (height - 3))
      const command = isDrawing ? 'L' : 'M'
      isDrawing = true
      return `${command}${(index * step).toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
