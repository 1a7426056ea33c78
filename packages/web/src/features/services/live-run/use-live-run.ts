import { useMutation, useQuery } from '@tanstack/react-query'
import type { CustomAnalysisData } from '@wachta/client'
import { useState } from 'react'
import { client } from '../../../app/client/client.ts'
import { checkDetailsQuery, checkQuery } from '../../checks-and-history/evidence/queries.ts'
import { awaitAnalysis, readAnalysis } from '../../checks-and-history/forced.ts'

const artifactPollMs = 1000
/** How long to look for artifacts after the result, because they can arrive later. */
const lateArtifactsMs = 6000

interface StartedRun {
  readonly service_id: number
  readonly analysis_id: string
  readonly sensor_id: number
}

export type TriedSettings = Pick<CustomAnalysisData, 'address' | 'extended_settings'>

/** Starts a check with custom settings from one sensor, and follows what the sensor sends while it runs. */
export function useLiveRun(service: number, settings: TriedSettings) {
  const [run, setRun] = useState<StartedRun | null>(null)
  const [endedAt, setEndedAt] = useState(0)
  const mutation = useMutation({
    mutationFn: async (sensor_id: number) => {
      setRun(null)
      const body = { ...settings, sensor_ids: [sensor_id] }
      const { analysis_id } = await client.call('force_custom_analysis', { path: { _id: service }, body })
      setRun({ service_id: service, analysis_id, sensor_id })
      return awaitAnalysis(service, analysis_id, readAnalysis)
    },
    onSettled: () => setEndedAt(Date.now()),
  })
  const runIds = run ?? { service_id: service, analysis_id: '', sensor_id: 0 }
  const isStored = run !== null && mutation.isSuccess && mutation.data !== null
  const artifacts = useQuery({
    queryKey: ['live_run', runIds],
    queryFn: ({ signal }) => client.call('list_check_artifacts', { path: toPath(runIds) }, { signal }),
    enabled: run !== null,
    refetchInterval: () =>
      mutation.isPending || Date.now() - endedAt < lateArtifactsMs ? artifactPollMs : (false as const),
  })
  const check = useQuery({ ...checkQuery(runIds), enabled: isStored })
  const details = useQuery({ ...checkDetailsQuery(runIds), enabled: isStored })
  return {
    start: (sensor: number) => mutation.mutate(sensor),
    isRunning: mutation.isPending,
    isLate: mutation.isSuccess && mutation.data === null,
    error: mutation.error ?? artifacts.error ?? check.error ?? details.error,
    run,
    artifacts: artifacts.data ?? [],
    check: isStored ? (check.data ?? null) : null,
    details: isStored ? (details.data ?? null) : null,
  }
}

const toPath = ({ service_id, analysis_id, sensor_id }: StartedRun) => ({
  _id: service_id,
  _analysis_id: analysis_id,
  _sensor_id: String(sensor_id),
})
