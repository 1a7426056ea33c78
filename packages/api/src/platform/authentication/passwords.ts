import { hash, verify } from '@node-rs/argon2'
import { reject } from '@wachta/resource'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** OWASP's parameters for argon2id: 19 MiB each, so that a few at once are all a small machine should bear. */
const parameters = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const maximumAtOnce = 2
const maximumWaiting = 100

/** What is shorter falls to somebody who has the hash and a machine for guessing. */
const minimumPasswordLength = 12
/** A password that a patient guesser finds within this many tries is rejected; the commonest are found in far fewer. */
const fewGuesses = 1e8
/** A user name of this many characters or more must not be part of the password. */
const tellingLength = 3
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

/** What somebody who guesses at a password knows. */
export interface PasswordHolder {
  readonly username?: string
  readonly known?: readonly string[]
}

/** Words that everybody tries first, with whatever digits and signs around them. */
const commonWords = new Set(
  Object.values(dictionary)
    .flat()
    .map((word) => String(word).toLowerCase()),
)

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Whether a password is too short or too easy to guess; what is known of its holder makes it easier. */
export function isWeak(password: string, { username = '', known = [] }: PasswordHolder = {}): boolean {
  if ([...password].length < minimumPasswordLength) return true
  if (username.length >= tellingLength && password.toLowerCase().includes(username.toLowerCase())) return true
  const core = password.toLowerCase().replaceAll(/^\P{L}+|\P{L}+$/gu, '')
  if (commonWords.has(core)) return true
  const { guesses } = estimator.check(
    password.slice(0, estimatedLength),
    [username, ...known].filter(Boolean).map((word) => word.slice(0, estimatedLength)),
  )
  return guesses < fewGuesses
}

/** Runs at most a few hashes at a time; a queue that grows without end would only hide that the machine is drowning. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maximumAtOnce) {
    if (waiting.length >= maximumWaiting) reject('too_busy', undefined, { seconds: 2 })
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
