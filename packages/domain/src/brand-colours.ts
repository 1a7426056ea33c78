/** The colours that follow from the accent colour of a brand. */
export interface BrandColours {
  /** The accent colour for areas. */
  readonly band: string
  /** Text on such an area. */
  readonly onBand: string
  /** The accent colour, dark enough for text and lines on white. */
  readonly accent: string
  /** The accent colour, light enough for text and lines on a dark page. */
  readonly accentOnDark: string
  /** A very light tint of the accent colour. */
  readonly soft: string
}

/** The accent colour of brands that have chosen none. */
export const defaultAccentColour = '#1f5bc4'

type Rgb = readonly [number, number, number]

const ink = '#14181d'
/** The darkest surface that brands are shown on: dark e-mails and dark status pages. */
const darkPage: Rgb = [27, 33, 40]
const white: Rgb = [255, 255, 255]
const minContrast = 4.5

/** Every combination keeps a contrast of at least 4.5:1, for any colour of the customer. */
export function deriveColours(colour: string): BrandColours {
  const rgb = parse(/^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : defaultAccentColour)
  const accent = findReadableColour(rgb, { towards: [0, 0, 0], on: white })
  const isLight = getContrast(rgb, parse(ink)) >= minContrast && getContrast(rgb, white) < minContrast
  return {
    // A colour between light and dark takes neither white nor dark text: it becomes a little darker.
    band: format(isLight ? rgb : accent),
    onBand: isLight ? ink : '#ffffff',
    accent: format(accent),
    accentOnDark: format(findReadableColour(rgb, { towards: white, on: darkPage })),
    soft: format(mix(rgb, white, 0.91)),
  }
}

function findReadableColour(rgb: Rgb, { towards, on }: { readonly towards: Rgb; readonly on: Rgb }): Rgb {
  for (let step = 0; step < 20; step++) {
    const candidate = mix(rgb, towards, step * 0.05)
    // The rounded colour is shown, and must be readable too.
    if (getContrast(parse(format(candidate)), on) >= minContrast) return candidate
  }
  return towards
}

const parse = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as never

const format = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as never

/** The contrast ratio of two colours, by WCAG 2. */
function getContrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [getLuminance(one), getLuminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function getLuminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
