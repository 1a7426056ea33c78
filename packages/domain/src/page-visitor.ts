import { tryParseJson } from './parse-json.ts'
import { dayMs, hourMs, minuteMs, secondMs } from './time-units.ts'

/**
 * The kinds of page that a token opens: one with a password, one with a link, or one for users. An `entry` token opens
 * no page: it is exchanged once for the token of a user.
 */
export const visitorPurposes = ['password', 'link', 'users', 'entry'] as const
export type VisitorPurpose = (typeof visitorPurposes)[number]

/** The claims of a signed token. All times are in milliseconds since 1970. */
export interface VisitorClaims {
  readonly purpose: VisitorPurpose
  /**
   * The generation of the page's access settings. It increases with each change of who may open the page, which ends
   * all former tokens.
   */
  readonly generation: number
  /** Null for a link, which ends with its generation. */
  readonly expiresAt: number | null
  /** From then on the token has to be renewed, if the api can be reached; null if it is not renewed. */
  readonly renewAt: number | null
  /** The visit of a user; null for others, who are not distinguished. */
  readonly visit: string | null
}

/** How long visitors who entered the password stay signed in. */
export const passwordVisitMs = 30 * dayMs
/** How long a user stays signed in, even while the api is unavailable. */
export const userVisitMs = 12 * hourMs
/** How long a user who lost access can still read the page while the api is available. */
export const renewVisitMs = 5 * minuteMs
/** How long an entry token is valid, which takes a user from the app to the page. */
export const entryMs = 60 * secondMs

export type TokenStatus =
  | 'admitted'
  /** Admitted, and the token has to be renewed now. */
  | 'due'
  | 'denied'

/** The requirements of a page for a token. */
export interface VisitorDemand {
  readonly purpose: VisitorPurpose
  readonly generation: number
  readonly now: number
}

/** Returns the status of a token whose signature is valid. */
export function getTokenStatus(claims: VisitorClaims, { purpose, generation, now }: VisitorDemand): TokenStatus {
  if (claims.purpose !== purpose || claims.generation !== generation) return 'denied'
  if (claims.expiresAt !== null && claims.expiresAt <= now) return 'denied'
  return claims.renewAt !== null && claims.renewAt <= now ? 'due' : 'admitted'
}

export const writeVisitorClaims = ({ purpose, generation, expiresAt, renewAt, visit }: VisitorClaims): string =>
  JSON.stringify([purpose, generation, expiresAt, renewAt, visit])

/** Parses the claims of a token; undefined if they have another form. */
export function parseVisitorClaims(text: string): VisitorClaims | undefined {
  const parsed = tryParseJson(text)
  if (!Array.isArray(parsed) || parsed.length !== 5) return undefined
  const [purpose, generation, expiresAt, renewAt, visit] = parsed as unknown[]
  const isTime = (value: unknown): value is number | null => value === null || Number.isSafeInteger(value)
  const knownPurpose = visitorPurposes.find((one) => one === purpose)
  if (knownPurpose === undefined || !Number.isSafeInteger(generation) || !isTime(expiresAt) || !isTime(renewAt))
    return undefined
  if (visit !== null && typeof visit !== 'string') return undefined
  return { purpose: knownPurpose, generation: generation as number, expiresAt, renewAt, visit }
}
