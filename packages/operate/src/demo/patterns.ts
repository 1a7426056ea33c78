import { dayMs, hourMs, minuteMs } from '@wachta/domain'

/** How the load of a service changes over a day: 24 factors from 0 (quiet) to 1 (busiest). */
const shapes = {
  office: [0, 0, 0, 0, 0, 0.1, 0.3, 0.6, 0.9, 1, 1, 0.9, 0.7, 0.8, 1, 0.9, 0.8, 0.5, 0.3, 0.2, 0.1, 0.1, 0, 0],
  evening: [
    0.3, 0.1, 0, 0, 0, 0.1, 0.2, 0.3, 0.3, 0.4, 0.4, 0.5, 0.6, 0.5, 0.5, 0.5, 0.6, 0.7, 0.8, 1, 1, 0.9, 0.7, 0.5,
  ],
  night: [0.2, 0.7, 1, 1, 0.6, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1, 0.1],
  steady: Array.from({ length: 24 }, () => 0.3),
} as const

/** How the response time of a service behaves over a month. */
interface Pattern {
  /** Its response time without load, in milliseconds. */
  readonly baseMs: number
  readonly shape: keyof typeof shapes
  /** How much longer it takes at the busiest time: 0.5 is half as long again. */
  readonly swing: number
  /** The load on Saturdays and Sundays as a multiple of that on other days. */
  readonly weekend: number
  /** How much single answers differ: 0.1 is a little, 0.4 a lot. */
  readonly noise: number
  /** How many single slow answers there are in a day. */
  readonly spikes: number
  /** A new version that made it faster or slower. */
  readonly deploy?: { readonly daysAgo: number; readonly factor: number }
  /** A time in which it was slower, such as a sale or a full disk. */
  readonly slow?: { readonly daysAgo: number; readonly days: number; readonly factor: number }
}

/** One for each service of the demo, in its order; further services begin again at the top. */
const patterns: readonly Pattern[] = [
  {
    baseMs: 140,
    shape: 'evening',
    swing: 0.7,
    weekend: 1.2,
    noise: 0.12,
    spikes: 3,
    deploy: { daysAgo: 11, factor: 0.72 },
  },
  { baseMs: 95, shape: 'evening', swing: 0.5, weekend: 1.1, noise: 0.18, spikes: 2 },
  {
    baseMs: 310,
    shape: 'evening',
    swing: 0.9,
    weekend: 1.1,
    noise: 0.25,
    spikes: 5,
    slow: { daysAgo: 17, days: 7, factor: 1.8 },
  },
  { baseMs: 60, shape: 'evening', swing: 0.3, weekend: 1, noise: 0.3, spikes: 4 },
  { baseMs: 180, shape: 'office', swing: 0.6, weekend: 0.3, noise: 0.1, spikes: 1 },
  {
    baseMs: 420,
    shape: 'office',
    swing: 0.8,
    weekend: 0.4,
    noise: 0.28,
    spikes: 6,
    deploy: { daysAgo: 6, factor: 1.35 },
  },
  { baseMs: 120, shape: 'office', swing: 0.4, weekend: 0.3, noise: 0.15, spikes: 1 },
  { baseMs: 48, shape: 'steady', swing: 0.2, weekend: 1, noise: 0.08, spikes: 1 },
  { baseMs: 260, shape: 'evening', swing: 0.5, weekend: 1.3, noise: 0.35, spikes: 8 },
  { baseMs: 32, shape: 'office', swing: 0.2, weekend: 0.5, noise: 0.1, spikes: 0 },
  {
    baseMs: 24,
    shape: 'office',
    swing: 0.9,
    weekend: 0.4,
    noise: 0.12,
    spikes: 2,
    deploy: { daysAgo: 20, factor: 0.8 },
  },
  {
    baseMs: 75,
    shape: 'office',
    swing: 0.7,
    weekend: 0.4,
    noise: 0.14,
    spikes: 2,
    slow: { daysAgo: 5, days: 2, factor: 1.5 },
  },
  { baseMs: 90, shape: 'night', swing: 2.2, weekend: 1, noise: 0.16, spikes: 1 },
  { baseMs: 38, shape: 'steady', swing: 0.1, weekend: 1, noise: 0.06, spikes: 0 },
  // In a browser, with everything that a page loads.
  { baseMs: 460, shape: 'evening', swing: 0.5, weekend: 1.2, noise: 0.12, spikes: 2 },
  { baseMs: 900, shape: 'evening', swing: 0.6, weekend: 1.2, noise: 0.14, spikes: 2 },
]

/** The network delay between each sensor and the services, in milliseconds. */
const networkDelaysMs = [6, 17, 34] as const
/** No answer takes longer; a check would give up. */
const maxResponseTimeMs = 2_800
/** The interval at which the random part of response times changes. */
const slotMs = 5 * minuteMs

export interface PatternInput {
  readonly index: number
  /** The sensor, counted from 0. */
  readonly rank: number
  readonly time: number
  /** Deployments and slow weeks are counted back from this time. */
  readonly now: number
}

/** Returns how long a service takes to answer, in milliseconds; always the same for the same input. */
export function computeResponseTime({ index, rank, time, now }: PatternInput): number {
  const pattern = getPattern(index)
  const deviation = drawNormal(index, rank, Math.floor(time / slotMs))
  const isSpike = draw(index + 31, rank, Math.floor(time / slotMs) * 1_000) < pattern.spikes / (dayMs / slotMs)
  const expected =
    pattern.baseMs * (1 + pattern.swing * computeLoad(pattern, time)) * computeLastingFactor(pattern, time, now)
  const answer = expected * Math.exp(pattern.noise * deviation) * (isSpike ? 2.5 + 2 * draw(index, rank + 7, time) : 1)
  return Math.round(Math.min(answer + (networkDelaysMs[rank % networkDelaysMs.length] ?? 0), maxResponseTimeMs))
}

/** Divides a response time into the phases of a request without encryption; the rest is the download. */
export function computeTimings(total: number, { index, rank, time }: PatternInput) {
  const lookup = Math.min(1 + Math.round(4 * draw(index, rank + 3, time)), total)
  const connect = Math.min(1 + (networkDelaysMs[rank % networkDelaysMs.length] ?? 0), total - lookup)
  const first_byte = Math.round((total - lookup - connect) * (0.75 + 0.15 * draw(index, rank + 5, time)))
  return { lookup, connect, first_byte }
}

const getPattern = (index: number): Pattern =>
  patterns[index % patterns.length] ?? { baseMs: 100, shape: 'steady', swing: 0, weekend: 1, noise: 0.1, spikes: 0 }

/** The load at a time, which changes gradually from hour to hour. */
function computeLoad({ shape, weekend }: Pattern, time: number): number {
  const hours = (time % dayMs) / hourMs
  const factors = shapes[shape]
  const [before = 0, after = 0] = [factors[Math.floor(hours)], factors[(Math.floor(hours) + 1) % 24]]
  const isWeekend = [0, 6].includes(new Date(time).getUTCDay())
  return (before + (after - before) * (hours % 1)) * (isWeekend ? weekend : 1)
}

/** Returns the factor by which a deployment and a slow week change the response time. */
function computeLastingFactor({ deploy, slow }: Pattern, time: number, now: number): number {
  const ago = (now - time) / dayMs
  const isSlow = slow !== undefined && ago <= slow.daysAgo && ago > slow.daysAgo - slow.days
  return (deploy !== undefined && ago <= deploy.daysAgo ? deploy.factor : 1) * (isSlow ? slow.factor : 1)
}

/**
 * A number from 0 to 1 that looks random and is the same for the same arguments. Callers add different constants to the
 * first two arguments to get independent numbers.
 */
export function draw(one: number, other: number, time: number): number {
  let mixed =
    Math.imul(one + 1, 0x9e37_79b1) ^
    Math.imul(other + 1, 0x85eb_ca6b) ^
    Math.imul(Math.floor(time / 1_000), 0xc2b2_ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a_2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** A roughly normal number around 0: the sum of a few uniform ones. */
const drawNormal = (index: number, rank: number, slotIndex: number): number =>
  draw(index, rank, slotIndex * 1_000) +
  draw(index, rank + 11, slotIndex * 1_000) +
  draw(index, rank + 23, slotIndex * 1_000) -
  1.5
