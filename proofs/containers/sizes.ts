import type { Installation } from './installation.ts'

/** The maximum size in megabytes of our own layers, and of a whole image on a lean base. */
// Of the 115, 53 are the engine that prints reports and its fonts; of the 35, 8 the library that drives browsers.
const bounds = {
  wachta: { own: 115, whole: 370 },
  'wachta-sensor': { own: 35, whole: 300 },
  'wachta-sensor-browser': { own: 35, whole: 650 },
} as const
type Name = keyof typeof bounds

interface Size {
  readonly name: Name
  readonly whole: number
  readonly own: number
}

interface Sizes {
  readonly images: readonly Size[]
  readonly lines: readonly string[]
}

const million = 1_000_000

export async function measureImages(
  { docker }: Installation,
  names: readonly Name[] = Object.keys(bounds) as Name[],
): Promise<Sizes> {
  const measureImage = async (name: Name): Promise<Size> => {
    const whole = Number(await docker(`image inspect --format '{{.Size}}' ${name}:proof`))
    const layers = await docker(`history --no-trunc --human=false --format '{{.Size}} {{.CreatedBy}}' ${name}:proof`)
    // The tree; programs that Debian adds are not ours.
    const ours = layers.split('\n').filter((layer) => layer.includes('COPY /tree'))
    const own = ours.reduce((sum, layer) => sum + Number.parseInt(layer, 10), 0)
    return { name, whole: Math.round(whole / million), own: Math.round(own / million) }
  }
  const images = await Promise.all(names.map(measureImage))
  return { images, lines: images.map(({ name, whole, own }) => `${name}: ${whole} MB, ${own} MB of which are ours`) }
}

/** Returns the images that are too large. A whole image is judged only on a lean base, because the base is not ours. */
export function judgeSizes({ images }: Pick<Sizes, 'images'>): string[] {
  return images.flatMap(({ name, whole, own }) => [
    ...(own > bounds[name].own ? [`${name}: ${own} MB of our own, at most ${bounds[name].own} are allowed`] : []),
    ...(whole > bounds[name].whole ? [`${name}: ${whole} MB, at most ${bounds[name].whole} are allowed`] : []),
  ])
}
