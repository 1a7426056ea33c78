import type { Sensor } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { type Health, healthMarks } from './health.ts'
import { caspian, land } from './land.ts'
import { type Extent, findExtent, type MapPlace, type Point, spreadPoints, toPoint } from './map-places.ts'
import { useHealths, useLatencies } from './queries.ts'
import { sensorTexts } from './texts.ts'

interface SensorMapProps {
  readonly sensors: readonly Sensor[]
  readonly onOpen: (id: number) => void
}

/**
 * A map of the sensors with their health and the response times that they measure. The table below has the same data
 * and more.
 */
export function SensorMap({ sensors, onOpen }: SensorMapProps) {
  const texts = useTexts(sensorTexts)
  const isWide = useMedia('(min-width: 48rem)')
  const locatedSensors = sensors.filter(hasCoordinates)
  const healths = useHealths(locatedSensors)
  const latencies = useLatencies()
  if (locatedSensors.length === 0) return null
  const points = locatedSensors.map(toPoint)
  const extent = findExtent(points, isWide ? 3 : 2)
  const shownPoints = spreadPoints(points, extent.width * (isWide ? 0.026 : 0.08))
  const missing = sensors.length - locatedSensors.length
  return (
    <section aria-label={texts('sensors.map')} className="mb-6">
      <div className="relative overflow-hidden rounded-md border border-line bg-sunken">
        <World extent={extent} points={points} shownPoints={shownPoints} />
        <ul>
          {locatedSensors.map((sensor, index) => (
            <li key={sensor.id} style={toPosition(shownPoints[index] ?? { x: 0, y: 0 }, extent)} className="absolute">
              <Marker
                name={sensor.name}
                health={healths[index]}
                latency={latencies.get(sensor.id)}
                onOpen={() => onOpen(sensor.id)}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {[...new Set(healths)].map(
          (health) =>
            health && <StatusMark key={health} status={healthMarks[health]} text={texts(`sensors.health.${health}`)} />,
        )}
        {missing > 0 && <p className="text-muted">{texts('sensors.notOnMap', { count: missing })}</p>}
      </div>
    </section>
  )
}

const hasCoordinates = (sensor: Sensor): sensor is Sensor & MapPlace =>
  sensor.latitude !== null && sensor.longitude !== null

const toPosition = ({ x, y }: Point, extent: Extent) => ({
  left: `${(100 * (x - extent.x)) / extent.width}%`,
  top: `${(100 * (y - extent.y)) / extent.height}%`,
})

interface WorldProps {
  readonly extent: Extent
  readonly points: readonly Point[]
  readonly shownPoints: readonly Point[]
}

/** Coastlines, a grid of ten degrees, and a line from each point that was moved to its real position. */
function World({ extent: { x, y, width, height }, points, shownPoints }: WorldProps) {
  const strokeProps = { vectorEffect: 'non-scaling-stroke', fill: 'none' } as const
  return (
    <svg viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true" className="block w-full">
      <g transform="scale(1 -1)" stroke="var(--line)">
        {land.map((coast) => (
          <polygon key={coast} points={coast} fill="var(--surface)" vectorEffect="non-scaling-stroke" />
        ))}
        <polygon points={caspian} fill="var(--sunken)" vectorEffect="non-scaling-stroke" />
      </g>
      <path d={graticule} stroke="var(--line)" strokeDasharray="2 4" {...strokeProps} />
      {shownPoints.map((shownPoint, index) => {
        const realPoint = points[index] ?? shownPoint
        return (
          realPoint !== shownPoint && (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: several sensors may be in one place
              key={index}
              d={`M${realPoint.x} ${realPoint.y}L${shownPoint.x} ${shownPoint.y}`}
              stroke="var(--edge)"
              {...strokeProps}
            />
          )
        )
      })}
    </svg>
  )
}

const listTens = (from: number, to: number): number[] =>
  Array.from({ length: (to - from) / 10 + 1 }, (_, index) => from + index * 10)

const graticule = [
  ...listTens(-180, 180).map((x) => `M${x} -90V90`),
  ...listTens(-90, 90).map((y) => `M-180 ${y}H180`),
].join('')

interface MarkerProps {
  readonly name: string
  readonly health: Health | undefined
  /** In milliseconds. */
  readonly latency: number | undefined
  readonly onOpen: () => void
}

function Marker({ name, health, latency, onOpen }: MarkerProps) {
  const { formats } = useI18n()
  const texts = useTexts(sensorTexts)
  const time = latency === undefined ? '' : formats.milliseconds(latency)
  const word = health && texts(`sensors.health.${health}`)
  const label = word ? texts('sensors.marker', { name, health: word }) : name
  return (
    <button
      type="button"
      aria-label={[label, time].filter(Boolean).join(', ')}
      onClick={onOpen}
      className="group absolute grid size-6 -translate-1/2 place-items-center rounded-full border border-edge bg-raised hover:z-10 focus-visible:z-10"
    >
      <StatusMark status={health ? healthMarks[health] : 'unknown'} />
      <span className="pointer-events-none absolute bottom-full left-1/2 mb-1 hidden -translate-x-1/2 rounded-md border border-line bg-raised px-2 py-0.5 text-sm whitespace-nowrap group-hover:block group-focus-visible:block">
        {label}
      </span>
      {time !== '' && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-full left-1/2 mt-0.5 -translate-x-1/2 rounded-sm bg-raised px-1 text-xs whitespace-nowrap max-md:hidden"
        >
          {time}
        </span>
      )}
    </button>
  )
}
