import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type EventKind, getProperties } from './kind.ts'
import { certificateExpiry } from './kinds/certificate-expiry.ts'
import { domainExpiry } from './kinds/domain-expiry.ts'
import { failure } from './kinds/failure.ts'
import { performance } from './kinds/performance.ts'
import { sensorLost } from './kinds/sensor-lost.ts'
import { noOtherProperties } from './settings.ts'

export type { Facts, ResponseTimesStatistic } from './facts.ts'
export { type EventKind, type ExpiryKind, getProperties, type ResponseTimesKind, type SensorKind } from './kind.ts'
export { computeMeasure, type Measure, measures } from './measure.ts'
export type { RawSettings } from './settings.ts'

/** Every kind of alert rule: a new one is one file and one line here. */
export const eventKinds: readonly EventKind[] = [failure, performance, certificateExpiry, domainExpiry, sensorLost]

const kindById = new Map(eventKinds.map((kind) => [kind.id, kind]))

export const findEventKind = (id: string): EventKind | undefined => kindById.get(id)

/** Whether the settings are valid for the kind. A kind without settings ignores stored ones. */
export const acceptsSettings = (kind: EventKind, settings: unknown): boolean =>
  Object.keys(getProperties(kind)).length === 0 || Value.Check(kind.settings, settings)

/** The settings of all kinds as one object, for the OpenAPI document; descriptions name the kinds and the defaults. */
export const settingsOfAllKinds: TSchema = Type.Object(
  Object.fromEntries(
    [...new Set(eventKinds.flatMap((kind) => Object.keys(getProperties(kind))))].map((name) => [
      name,
      Type.Optional(toPublishedSetting(name)),
    ]),
  ),
  { ...noOtherProperties, description: 'Settings of the kind; what is left out has its default.' },
)

/** A setting that several kinds share differs only in its description and default. */
function toPublishedSetting(name: string): TSchema {
  const found = eventKinds.flatMap((kind) => {
    const setting = getProperties(kind)[name]
    return setting ? [{ kind, setting }] : []
  })
  const { default: _, ...rest } = found[0]?.setting ?? {}
  const description = found.map(
    ({ kind, setting }) => `Of \`${kind.id}\`, default ${setting.default}: ${setting.description}`,
  )
  return Type.Unsafe({ ...rest, description: description.join(' ') })
}
