import type { Client, Sensor } from '@wachta/client'
import { type Proposal, withFirstStep } from './proposal.ts'
import { chooseAcrossCountries } from './spread.ts'
import type { StartedService } from './started-service.ts'

interface NewService {
  readonly proposal: Proposal
  /** The name of the first step of a scenario. */
  readonly firstStep: string
  readonly name: string
  readonly group: number
  readonly maxSensors: number
}

/**
 * Creates the proposed service with sensors from several countries. It waits for the list of sensors, because people
 * can send the form before it is loaded, and a service without sensors of its own gets those of its group.
 */
export async function createService(
  client: Client,
  { proposal, firstStep, name, group, maxSensors }: NewService,
  loadSensors: () => Promise<readonly Sensor[]>,
): Promise<StartedService> {
  const sensors = chooseAcrossCountries(await loadSensors(), maxSensors)
  const body = {
    ...withFirstStep(proposal, firstStep),
    name,
    group_id: group,
    ...(sensors.length > 0 && { sensor_ids: sensors.map((sensor) => sensor.id) }),
  }
  const { id } = await client.call('create_service', { body })
  return { id, name, group, sensors }
}
