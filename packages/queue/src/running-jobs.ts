/** The outcome of a job is stored within this time, or the worker ends. */
const storedWithinMs = 60_000

/** The jobs that this process runs, and those that it has run a moment ago. */
export interface RunningJobs {
  /** Notes the job while the work runs. */
  during<T>(id: string, work: () => Promise<T>): Promise<T>
  has(id: string): boolean
}

export function createRunningJobs(): RunningJobs {
  const running = new Set<string>()
  const ended = new Map<string, number>()
  const forgetOld = () => {
    const oldest = performance.now() - storedWithinMs
    for (const [id, at] of ended) if (at < oldest) ended.delete(id)
  }
  return {
    async during(id, work) {
      running.add(id)
      try {
        return await work()
      } finally {
        running.delete(id)
        ended.set(id, performance.now())
        forgetOld()
      }
    },
    has(id) {
      forgetOld()
      return running.has(id) || ended.has(id)
    },
  }
}
