/** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** Parses `#rrggbb`, `#rgb` and `rgb(…)`, as tokens and computed styles write colours; null for anything else. */
export function parseColor(text: string): Rgba | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text.trim())
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(
    short ? `#${short.slice(1).map(repeatDigit).join('')}` : text.trim(),
  )
  if (long) return [parseHex(long[1]), parseHex(long[2]), parseHex(long[3]), 1]
  const numbers = /^rgba?\(([\d.\s,/%]+)\)$/.exec(text.trim())?.[1]?.split(/[\s,/]+/)
  if (!numbers || numbers.length < 3) return null
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers.map(Number)
  return [red, green, blue, alpha]
}

const repeatDigit = (digit: string): string => digit + digit
const parseHex = (digits = '0'): number => Number.parseInt(digits, 16)

/** Lays a translucent colour over an opaque one. */
export function layOver([red, green, blue, alpha]: Rgba, background: Rgba): Rgba {
  const mix = (above: number, below: number) => above * alpha + below * (1 - alpha)
  return [mix(red, background[0]), mix(green, background[1]), mix(blue, background[2]), 1]
}

/** Returns the contrast ratio of WCAG 2: from 1 for equal colours to 21 for black on white. */
export function getContrastRatio(color: Rgba, background: Rgba): number {
  const [one, other] = [getLuminance(layOver(color, background)), getLuminance(background)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function getLuminance([red, green, blue]: Rgba): number {
  const toLinear = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}

/** The minimum contrast between meaningful graphics and their background (WCAG 2.2, 1.4.11). */
export const minContrast = 3

/**
 * Makes a colour darker or lighter until it can be seen on the background: people chose it, such as the colour of a
 * sensor. The hue stays recognizable.
 */
export function makeVisible(color: Rgba, background: Rgba): Rgba {
  const target = getLuminance(background) > 0.18 ? 0 : 255
  for (let share = 0; share <= 1; share += 0.05) {
    const overlay: Rgba = [target, target, target, share]
    const candidate = layOver(overlay, color)
    if (getContrastRatio(candidate, background) >= minContrast) return candidate
  }
  return [target, target, target, 1]
}

export const toCss = ([red, green, blue, alpha]: Rgba): string =>
  `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${alpha})`
