/** How long an ended job still counts as running: a worker that cannot store its outcome within this time ends. */
const maxStoreMs = 60_000

/** The running and recently ended jobs of this process. */
export interface RunningJobs {
  /** Records the job as running while the work is in progress. */
  track<T>(id: string, work: () => Promise<T>): Promise<T>
  has(id: string): boolean
}

export function createRunningJobs(): RunningJobs {
  const running = new Set<string>()
  const ended = new Map<string, number>()
  const forgetOld = () => {
    const oldest = performance.now() - maxStoreMs
    for (const [id, at] of ended) if (at < oldest) ended.delete(id)
  }
  return {
    async track(id, work) {
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
