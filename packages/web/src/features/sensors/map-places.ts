export interface MapPlace {
  readonly latitude: number
  readonly longitude: number
}

/** A point on the map: degrees to the right and down. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Extent extends Point {
  readonly width: number
  readonly height: number
}

/** Space around the sensors, for labels and for points that are moved apart. */
const margin = 20
const narrowest = 60

/** Projects degrees directly to lengths; that is exact enough to find a place, and areas do not matter here. */
export const toPoint = ({ latitude, longitude }: MapPlace): Point => ({ x: longitude, y: -latitude })

/**
 * Returns the part of the world map that contains all points and some space around them, with the given ratio of width
 * to height, or twice that if it would cut points off.
 */
export function findExtent(points: readonly Point[], ratio = 2): Extent {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin]
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + margin]
  const times = ratio * (bottom - top) <= 360 ? ratio : 2
  const width = Math.min(360, Math.max(narrowest, right - left, times * (bottom - top)))
  const height = width / times
  return {
    x: within((left + right - width) / 2, -180, 180 - width),
    y: within((top + bottom - height) / 2, -90, 90 - height),
    width,
    height,
  }
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Returns positions at which no point hides another: the real one, or the nearest free one on rings around it. */
export function spreadPoints(points: readonly Point[], apart: number): readonly Point[] {
  const taken: Point[] = []
  const isFree = ({ x, y }: Point) => taken.every((other) => Math.hypot(other.x - x, other.y - y) >= apart)
  for (const point of points) {
    let found = isFree(point) ? point : undefined
    for (let ring = 1; found === undefined; ring += 1) found = listPointsAround(point, ring, apart).find(isFree)
    taken.push(found)
  }
  return taken
}

function listPointsAround({ x, y }: Point, ring: number, apart: number): Point[] {
  const radius = ring * apart * 1.02
  return Array.from({ length: 6 * ring }, (_, index) => {
    const angle = (index * Math.PI) / (3 * ring)
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
  })
}
