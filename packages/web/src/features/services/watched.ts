import type { Service, ServiceStatus } from '@wachta/client'

/** The fields of a status that lists need. */
export const statusFields = [
  'service_id',
  'status',
  'since',
  'last_analysis_time',
  'average_response_time',
  'failing_sensor_ids',
  'error_type_id',
  'is_suspended',
  'is_silenced',
] as const

type StatusSummary = Pick<ServiceStatus, (typeof statusFields)[number]>

/** A service with its status, as lists show it. */
export interface ServiceWithStatus
  extends Pick<StatusSummary, 'status' | 'since' | 'last_analysis_time' | 'average_response_time'> {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly type_id: string
  readonly group_id: number
  /** The number of sensors, where it is known; see `addAssignedSensors`. */
  readonly sensors: number | null
  /** The ids of the sensors whose last check failed. */
  readonly failing: readonly number[]
  readonly error_type_id: number | null
  readonly is_suspended: boolean
  readonly is_silenced: boolean
}

type ServiceSummary = Pick<ServiceWithStatus, 'id' | 'name' | 'address' | 'type_id' | 'group_id' | 'sensors'>

export const toServiceWithStatus = ({
  service,
  ...status
}: StatusSummary & { service?: Partial<Service> | null }): ServiceWithStatus =>
  withStatus(
    {
      id: status.service_id,
      name: service?.name ?? `#${status.service_id}`,
      address: service?.address ?? '',
      type_id: service?.type_id ?? '',
      group_id: service?.group_id ?? 0,
      sensors: service?.sensor_ids?.length || null,
    },
    status,
  )

/** Returns the service with a new status. */
export const withStatus = (
  { id, name, address, type_id, group_id, sensors }: ServiceSummary,
  status: StatusSummary,
): ServiceWithStatus => ({
  id,
  name,
  address,
  type_id,
  group_id,
  sensors,
  status: status.status,
  since: status.since,
  last_analysis_time: status.last_analysis_time,
  average_response_time: status.average_response_time,
  failing: status.failing_sensor_ids,
  error_type_id: status.error_type_id,
  is_suspended: status.is_suspended,
  is_silenced: status.is_silenced,
})
