import { hash, verify } from '@node-rs/argon2'
import { reject } from '@wachta/resource'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** OWASP's parameters for argon2id. Each hash takes 19 MiB, so only a few may run at once on a small machine. */
const parameters = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const maxConcurrentHashes = 2
const maxQueuedHashes = 100

/** Shorter passwords can be found by brute force if the hash leaks. */
const minPasswordLength = 12
/** A password that is estimated to be guessed in fewer attempts is rejected. */
const minGuesses = 1e8
/** A user name of this many characters or more must not be part of the password. */
const minNameLength = 3
/**
 * The number of characters whose strength is estimated: the time grows with the square of the length, and the rest only
 * adds strength.
 */
const maxEstimatedLength = 72

let running = 0
const waiting: (() => void)[] = []

export const hashPassword = (password: string): Promise<string> => runBounded(() => hash(password, parameters))

/** Verifies a password. Takes the same time without a stored hash, so as not to reveal which accounts exist. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await runBounded(() => verify(stored ?? unknownPassword, password))
  return matches && typeof stored === 'string'
}

/** A hash that no known password matches. */
const unknownPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$4aH1gGPm2uXZqYpGkIJ0GR8IyAmBcsyMpN4LFNvRMHE'

/** Data about the holder of a password that an attacker may know. */
export interface PasswordHolder {
  readonly username?: string
  readonly knownWords?: readonly string[]
}

/** Words that people choose because they name or describe this product; docs/operating/identity.md lists them. */
const contextWords = /wachta|monitoring|service|sensor/g
/** A password with such words must have at least this many other characters. */
const minOtherCharacters = 8

/** Words that attackers try first, with digits and signs around them. */
const commonWords = new Set(
  Object.values(dictionary)
    .flat()
    .map((word) => String(word).toLowerCase()),
)

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** Returns whether a password is too short or too easy to guess, also from data about its holder. */
export function isWeak(password: string, { username = '', knownWords = [] }: PasswordHolder = {}): boolean {
  if ([...password].length < minPasswordLength) return true
  if (username.length >= minNameLength && password.toLowerCase().includes(username.toLowerCase())) return true
  const core = password.toLowerCase().replaceAll(/^\P{L}+|\P{L}+$/gu, '')
  if (commonWords.has(core)) return true
  const otherCharacters = password.toLowerCase().replaceAll(contextWords, '')
  if (otherCharacters.length < Math.min(password.length, minOtherCharacters)) return true
  const { guesses } = estimator.check(
    password.slice(0, maxEstimatedLength),
    [username, ...knownWords].filter(Boolean).map((word) => word.slice(0, maxEstimatedLength)),
  )
  return guesses < minGuesses
}

/** Limits the number of concurrent hashes. The queue is bounded too, so that an overload is rejected and not hidden. */
async function runBounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrentHashes) {
    if (waiting.length >= maxQueuedHashes) reject('too_busy', undefined, { seconds: 2 })
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
