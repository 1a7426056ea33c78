import { Worker } from 'node:worker_threads'
import { CheckFailure } from '../failure.ts'
import type { MatchQuery } from './matching.ts'
import type { MatchResult } from './matching-worker.ts'

/** The maximum time for one pattern on one text, in milliseconds. */
const maxMatchMs = 2000

/** The memory limit of the thread in megabytes; a pattern that needs more ends the thread, not the process. */
const maxMemoryMb = 256

const maxQueueLength = 200

/** How long a pattern that was too slow is rejected without another try, in milliseconds: other patterns would wait. */
const slowPatternRejectionMs = 120_000

/**
 * A pattern that was too slow for a text. The time depends on the length of the text, so the pattern is still tried on
 * texts of less than half that length, which may be those of another service.
 */
interface SlowPattern {
  readonly minLength: number
  readonly until: number
}

const maxSlowPatterns = 1000

interface Job {
  readonly pattern: string
  readonly text: string
  readonly query: MatchQuery
  readonly resolve: (answer: boolean | string | null) => void
  readonly reject: (cause: unknown) => void
}

const queue: Job[] = []
const slowPatterns = new Map<string, SlowPattern>()
let thread: Promise<Worker> | undefined
let isBusy = false

/** Matches in a separate thread, one text at a time, so that no pattern blocks the thread in which the checks run. */
export function matchInThread(pattern: string, text: string, query: MatchQuery): Promise<boolean | string | null> {
  return new Promise((resolve, reject) => {
    if (isTooSlow({ pattern, text })) return reject(createFailure())
    if (queue.length >= maxQueueLength) return reject(new Error('too many large texts at once'))
    queue.push({ pattern, text, query, resolve, reject })
    void processQueue()
  })
}

async function processQueue(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    // While this job was waiting, the same pattern may have been too slow for another text.
    if (isTooSlow(job)) {
      job.reject(createFailure())
      continue
    }
    try {
      thread ??= startThread()
      job.resolve(await runJob(job, await thread))
    } catch (cause) {
      // A thread that was ended or crashed is replaced for the next text. An unreadable pattern does not end it.
      if (!isUnreadable(cause)) thread = undefined
      job.reject(cause)
    }
  }
  isBusy = false
}

function runJob({ pattern, text, query }: Job, worker: Worker): Promise<boolean | string | null> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      worker.removeAllListeners('message').removeAllListeners('error')
      worker.on('error', () => undefined)
    }
    const timer = setTimeout(() => {
      settle()
      rememberSlowPattern({ pattern, text })
      void worker.terminate()
      reject(createFailure())
    }, maxMatchMs)
    worker.on('message', (answer: MatchResult) => {
      settle()
      if ('value' in answer) resolve(answer.value)
      else reject(new CheckFailure('settings_invalid', answer.unreadable))
    })
    worker.on('error', (cause) => {
      settle()
      reject(cause)
    })
    worker.postMessage({ pattern, text, query })
  })
}

function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./matching-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })
  // The thread must not keep the process alive.
  worker.unref()
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker))
    worker.once('error', reject)
  })
}

function isTooSlow({ pattern, text }: Pick<Job, 'pattern' | 'text'>): boolean {
  const slow = slowPatterns.get(pattern)
  return slow !== undefined && slow.until > performance.now() && text.length >= slow.minLength
}

function rememberSlowPattern({ pattern, text }: Pick<Job, 'pattern' | 'text'>): void {
  if (slowPatterns.size >= maxSlowPatterns) slowPatterns.clear()
  slowPatterns.set(pattern, { minLength: text.length / 2, until: performance.now() + slowPatternRejectionMs })
}

const createFailure = () =>
  new CheckFailure('pattern_too_slow', `the pattern takes longer than ${maxMatchMs} ms over this text`)

const isUnreadable = (cause: unknown): boolean => cause instanceof CheckFailure && cause.kind === 'settings_invalid'
