import { queryOptions } from '@tanstack/react-query'
import { type Artifact, hasSymbol } from '@wachta/client'
import { client } from '../../../app/client/client.ts'
import { createQueue } from '../../../app/client/queue.ts'
import { serviceKeys } from '../../../app/client/service-keys.ts'
import type { CheckKey } from './evidence-address.ts'

const toPath = ({ service_id, analysis_id, sensor_id }: CheckKey) => ({
  _id: service_id,
  _analysis_id: analysis_id,
  _sensor_id: String(sensor_id),
})

/** Stored evidence does not change, but the URLs of artifacts are valid for only an hour. */
const cacheOptions = { staleTime: 30 * 60_000 }

/** Limits concurrent requests: otherwise, the pictures of all sensors and steps would be requested at once. */
const enqueue = createQueue(4)

/** The fields of the service that the evidence needs; null if the service was deleted. */
export const checkedServiceQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'checked'],
    queryFn: async ({ signal }) => {
      const query = { embed: ['type.category_id'] } as const
      try {
        return await client.call('read_service', { path: { _id: id }, query }, { signal })
      } catch (error) {
        if (hasSymbol(error, 'not_found')) return null
        throw error
      }
    },
    staleTime: 60_000,
  })

/** One check; null if it is not stored. */
export const checkQuery = (check: CheckKey) =>
  queryOptions({
    queryKey: [...serviceKeys.one(check.service_id), 'check', check.analysis_id, check.sensor_id],
    queryFn: async ({ signal }) => {
      try {
        return await client.call('read_check', { path: toPath(check) }, { signal })
      } catch (error) {
        if (hasSymbol(error, 'not_found')) return null
        throw error
      }
    },
    ...cacheOptions,
  })

export const artifactsQuery = (check: CheckKey) =>
  queryOptions({
    queryKey: [...serviceKeys.one(check.service_id), 'artifacts', check.analysis_id, check.sensor_id],
    queryFn: ({ signal }) =>
      enqueue(() => client.call('list_check_artifacts', { path: toPath(check) }, { signal }), signal),
    ...cacheOptions,
  })

export const checkDetailsQuery = (check: CheckKey) =>
  queryOptions({
    queryKey: [...serviceKeys.one(check.service_id), 'details', check.analysis_id, check.sensor_id],
    queryFn: ({ signal }) => client.call('read_check_details', { path: toPath(check) }, { signal }),
    ...cacheOptions,
  })

/** The content of an artifact, requested with the session of the user. */
export const artifactContentQuery = (artifact: Artifact) =>
  queryOptions({
    queryKey: [
      ...serviceKeys.one(artifact.service_id),
      'content',
      artifact.analysis_id,
      artifact.sensor_id,
      artifact.artifact_id,
    ],
    queryFn: async ({ signal }) => {
      const path = { ...toPath(artifact), _artifact_id: artifact.artifact_id }
      const content = await enqueue(() => client.call('read_check_artifact_plain', { path }, { signal }), signal)
      return new Uint8Array(await content.arrayBuffer())
    },
    ...cacheOptions,
  })

/** The same artifact from the previous check of the same sensor, with that check; null if none is stored. */
export const earlierArtifactQuery = (artifact: Artifact) => earlierQuery(artifact, 'any')

/** The same artifact from the last successful check of the same sensor, for comparison; null if none is stored. */
export const referenceArtifactQuery = (artifact: Artifact) => earlierQuery(artifact, 'good')

const earlierQuery = (artifact: Artifact, which: 'any' | 'good') =>
  queryOptions({
    queryKey: [
      ...serviceKeys.one(artifact.service_id),
      'earlier',
      artifact.analysis_id,
      artifact.sensor_id,
      artifact.artifact_id,
      which,
    ],
    queryFn: async ({ signal }) => {
      const path = { ...toPath(artifact), _artifact_id: artifact.artifact_id }
      try {
        const query = which === 'good' ? ({ result: 'ok' } as const) : {}
        const earlier = await client.call('read_earlier_check_artifact', { path, query }, { signal })
        return { artifact: earlier, check: await client.call('read_check', { path: toPath(earlier) }, { signal }) }
      } catch (error) {
        if (hasSymbol(error, 'not_found')) return null
        throw error
      }
    },
    ...cacheOptions,
  })
