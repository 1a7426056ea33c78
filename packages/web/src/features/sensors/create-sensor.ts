import type { Client } from '@wachta/client'

export const emptySensorValues = {
  name: '',
  location: '',
  country_code: '',
  latitude: '',
  longitude: '',
  ip_addresses: '',
}

/** The form of a new sensor, as it was typed. */
export type SensorValues = Readonly<typeof emptySensorValues>

interface NewSensor {
  readonly values: SensorValues
  /** The account that the sensor is private to; without it, a session of an administrator would create a public one. */
  readonly owner: number
}

/** The progress of `createPrivateSensor`, so that a retry after an error does not create a second sensor. */
export interface CreatedSensor {
  /** Set once the sensor exists; `saved` is the JSON of its last saved fields. */
  sensor?: { readonly id: number; readonly saved: string }
}

/** Creates a private sensor and returns its enrolment token. */
export async function createPrivateSensor(
  client: Client,
  { values, owner }: NewSensor,
  created: CreatedSensor,
): Promise<string> {
  const data = toSensorData(values)
  const saved = JSON.stringify(data)
  if (!created.sensor)
    created.sensor = { ...(await client.call('create_sensor', { body: { ...data, owner_id: owner } })), saved }
  else if (created.sensor.saved !== saved) {
    await client.call('update_sensor', { path: { _id: created.sensor.id }, body: data })
    created.sensor = { ...created.sensor, saved }
  }
  return (await client.call('create_sensor_enrolment', { path: { _id: created.sensor.id } })).token
}

const toSensorData = ({ name, location, country_code, latitude, longitude, ip_addresses }: SensorValues) => ({
  name,
  location,
  country_code: country_code === '' ? null : country_code.toUpperCase(),
  latitude: toDegrees(latitude),
  longitude: toDegrees(longitude),
  ip_addresses: ip_addresses.split(/[\s,;]+/).filter(Boolean),
})

/**
 * Parses degrees with a decimal point or comma; empty is null. Anything else is sent as text, so that the API reports
 * it at its field.
 */
function toDegrees(text: string): number | null {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return null
  return /^[+-]?\d+(?:\.\d*)?$/.test(typed) ? Number(typed) : (typed as unknown as number)
}
