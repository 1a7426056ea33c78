/** The load on a subject: concurrency and duration. */
export interface Load {
  readonly concurrency: number
  readonly seconds: number
}

/** The measurement of one subject in one round. */
export interface LoadMeasurement {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** The number of wrong responses. */
  readonly wrong: number
}

/** Sends requests with the given concurrency and duration; each worker sends the next as soon as it has a response. */
export async function measure(
  { concurrency, seconds }: Load,
  sendRequest: (index: number) => Promise<boolean>,
): Promise<LoadMeasurement> {
  const latencies: number[] = []
  let wrong = 0
  let nextIndex = 0
  const started = performance.now()
  const end = started + seconds * 1000
  const worker = async () => {
    for (let sentAt = performance.now(); sentAt < end; sentAt = performance.now()) {
      if (!(await sendRequest(nextIndex++))) wrong += 1
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  latencies.sort((one, other) => one - other)
  return {
    perSecond: (latencies.length / (performance.now() - started)) * 1000,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
    wrong,
  }
}

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  )

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
