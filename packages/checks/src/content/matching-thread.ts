import { Worker } from 'node:worker_threads'
import { CheckFailure } from '../failure.ts'
import type { MatchQuery } from './matching.ts'
import type { MatchResult } from './matching-worker.ts'

/** The maximum time for one pattern on one text, in milliseconds. */
const maxMatchMs = 2000

/** The memory limit of the thread in megabytes; a pattern that needs more ends the thread, not the process. */
const maxMemoryMb = 256

const maxQueueLength = 200

/** How long a pattern that was too slow is not tried again, in milliseconds, because others would wait for it. */
const rejectSlowMs = 120_000
const maxRemembered = 1000

interface Job {
  readonly pattern: string
  readonly text: string
  readonly question: MatchQuery
  readonly resolve: (answer: boolean | string | null) => void
  readonly reject: (cause: unknown) => void
}

const waiting: Job[] = []
const tooSlow = new Map<string, number>()
let thread: Promise<Worker> | undefined
let isBusy = false

/** Matches in a separate thread, one text at a time, so that no pattern delays the checks of others. */
export function matchApart(pattern: string, text: string, question: MatchQuery): Promise<boolean | string | null> {
  return new Promise((resolve, reject) => {
    if ((tooSlow.get(pattern) ?? 0) > performance.now()) return reject(failure())
    if (waiting.length >= maxQueueLength) return reject(new Error('too many large texts at once'))
    waiting.push({ pattern, text, question, resolve, reject })
    void work()
  })
}

async function work(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    try {
      thread ??= start()
      job.resolve(await answerTo(job, await thread))
    } catch (cause) {
      // A thread that was ended or crashed is replaced for the next text; after an unreadable pattern it still works.
      if (!isUnreadable(cause)) thread = undefined
      job.reject(cause)
    }
  }
  isBusy = false
}

function answerTo({ pattern, text, question }: Job, worker: Worker): Promise<boolean | string | null> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer)
      worker.removeAllListeners('message').removeAllListeners('error')
      worker.on('error', () => undefined)
    }
    const timer = setTimeout(() => {
      settle()
      remember(pattern)
      void worker.terminate()
      reject(failure())
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
    worker.postMessage({ pattern, text, question })
  })
}

function start(): Promise<Worker> {
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

function remember(pattern: string): void {
  if (tooSlow.size >= maxRemembered) tooSlow.clear()
  tooSlow.set(pattern, performance.now() + rejectSlowMs)
}

const failure = () =>
  new CheckFailure('pattern_too_slow', `the pattern takes longer than ${maxMatchMs} ms over this text`)

const isUnreadable = (cause: unknown): boolean => cause instanceof CheckFailure && cause.kind === 'settings_invalid'
