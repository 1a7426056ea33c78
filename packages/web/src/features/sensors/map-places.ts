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
const marginDegrees = 20
const minWidthDegrees = 60

/** Projects degrees directly to lengths; that is exact enough to find a place, and areas do not matter here. */
export const toPoint = ({ latitude, longitude }: MapPlace): Point => ({ x: longitude, y: -latitude })

/**
 * Returns the part of the world map that contains all points and some space around them, with the given ratio of width
 * to height, or with the ratio 2 of the whole map if the given one would cut points off.
 */
export function findExtent(points: readonly Point[], ratio = 2): Extent {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs) - marginDegrees, Math.max(...xs) + marginDegrees]
  const [top, bottom] = [Math.min(...ys) - marginDegrees, Math.max(...ys) + marginDegrees]
  const usedRatio = ratio * (bottom - top) <= 360 ? ratio : 2
  const width = Math.min(360, Math.max(minWidthDegrees, right - left, usedRatio * (bottom - top)))
  const height = width / usedRatio
  return {
    x: clamp((left + right - width) / 2, -180, 180 - width),
    y: clamp((top + bottom - height) / 2, -90, 90 - height),
    width,
    height,
  }
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

/** Returns positions at which no point hides another: the real one, or the nearest free one on rings around it. */
export function spreadPoints(points: readonly Point[], minDistance: number): readonly Point[] {
  const taken: Point[] = []
  const isFree = ({ x, y }: Point) => taken.every((other) => Math.hypot(other.x - x, other.y - y) >= minDistance)
  for (const point of points) {
    let found = isFree(point) ? point : undefined
    for (let ring = 1; found === undefined; ring += 1) found = listPointsAround(point, ring, minDistance).find(isFree)
    taken.push(found)
  }
  return taken
}

function listPointsAround({ x, y }: Point, ring: number, minDistance: number): Point[] {
  const radius = ring * minDistance * 1.02
  return Array.from({ length: 6 * ring }, (_, index) => {
    const angle = (index * Math.PI) / (3 * ring)
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
  })
}
