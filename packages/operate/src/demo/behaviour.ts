/** What somebody meets who asks for a path of the demo. */
export interface Behaviour {
  readonly status: 200 | 500 | 503
  /** How long the answer takes, in milliseconds. */
  readonly delay: number
}

/** Paths say how they behave: `/fails/2` fails for a while, again and again. */
export const behaviours = ['steady', 'fails', 'slow', 'flaps'] as const
export type BehaviourName = (typeof behaviours)[number]

const minute = 60_000
/** One turn of what fails or slows down: most of it is well. */
const turn = 6 * minute
const failing = 90_000
const slow = 2 * minute
/** While it flaps, it is up and down by turns of this length. */
const flap = 40_000

/** Who fails, is slow or flaps, and when: the path and the time alone decide, so that every sensor sees the same. */
export function demoBehaviour(path: string, time: number): Behaviour | undefined {
  const [, name = ''] = path.split('/')
  const usual = 20 + (digest(path) % 180)
  const wave = 1 + 0.3 * Math.sin((time / turn) * 2 * Math.PI + digest(path))
  const delay = Math.round(usual * wave)
  // Not all at once: four in a row take turns, and the next four again.
  const at = (time + (numberOf(path) % 4) * (turn / 4)) % turn
  switch (name as BehaviourName) {
    case 'steady':
      return { status: 200, delay }
    case 'fails':
      return { status: at < failing ? 503 : 200, delay }
    case 'slow':
      return { status: 200, delay: at < slow ? delay + 1_800 : delay }
    case 'flaps':
      return { status: at < turn / 2 && at % (2 * flap) < flap ? 500 : 200, delay }
    default:
      return undefined
  }
}

const numberOf = (path: string): number => Number(/(\d{1,9})$/.exec(path)?.[1] ?? 0)

function digest(path: string): number {
  let sum = 7
  for (const letter of path) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return sum
}
