import { hash, verify } from '@node-rs/argon2'
import { refuse } from '@wachta/resource'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** OWASP's parameters for argon2id: 19 MiB each, so that a few at once are all a small machine should bear. */
const parameters = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const maximumAtOnce = 2
const maximumWaiting = 100

/** A password that a patient guesser finds within this many tries is refused. */
const fewGuesses = 1e6
/** The estimate grows with the square of the length; what follows can only make a password stronger. */
const estimatedLength = 72

let running = 0
const waiting: (() => void)[] = []

export const hashPassword = (password: string): Promise<string> => bounded(() => hash(password, parameters))

/** Takes as long for an account that does not exist, or has no password yet, as for one that has. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await bounded(() => verify(stored ?? stranger, password))
  return matches && typeof stored === 'string'
}

/** The hash of a password that nobody knows. */
const stranger = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$4aH1gGPm2uXZqYpGkIJ0GR8IyAmBcsyMpN4LFNvRMHE'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Whether a password is too easy to guess; what is known of its holder makes it easier. */
export function isWeak(password: string, known: readonly string[] = []): boolean {
  const { guesses } = estimator.check(
    password.slice(0, estimatedLength),
    known.filter(Boolean).map((word) => word.slice(0, estimatedLength)),
  )
  return guesses < fewGuesses
}

/** Runs at most a few hashes at a time; a queue that grows without end would only hide that the machine is drowning. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maximumAtOnce) {
    if (waiting.length >= maximumWaiting) refuse('too_busy', undefined, { seconds: 2 })
    await new Promise<void>((resume) => waiting.push(resume))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
