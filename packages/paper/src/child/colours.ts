export interface BrandColours {
  /** The band on the first page. */
  readonly band: string
  readonly onBand: string
  /** The brand colour, dark enough for text and lines on white. */
  readonly accent: string
  readonly soft: string
}

type Rgb = readonly [number, number, number]

const fallbackColour = '#1f4e8c'
const ink = '#14181d'

/** Every combination keeps a contrast of at least 4.5:1, whatever colour the customer has. */
export function deriveColours(colour: string): BrandColours {
  const band = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : fallbackColour
  const rgb = parse(band)
  return {
    band,
    onBand: contrast(rgb, [255, 255, 255]) >= 4.5 ? '#ffffff' : ink,
    accent: format(darken(rgb)),
    soft: format(mix(rgb, [255, 255, 255], 0.91)),
  }
}

function darken(rgb: Rgb): Rgb {
  for (let step = 0; step < 20; step++) {
    const darker = mix(rgb, [0, 0, 0], step * 0.05)
    if (contrast(darker, [255, 255, 255]) >= 4.5) return darker
  }
  return [0, 0, 0]
}

const parse = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as never

const format = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as never

/** By WCAG 2. */
function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
