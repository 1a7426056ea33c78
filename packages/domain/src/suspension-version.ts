import { type Interval, mergeIntervals } from './interval.ts'
import { constantOffsets, type OffsetPiece, type Suspension, type WeeklyWindow, windowsInPieces } from './window.ts'

/** The time in which a suspension said what it says here: from when it was made or changed until it was changed or deleted. */
export interface Validity {
  readonly valid_from: number
  readonly valid_to: number
}

/** All that was ever said of the suspensions of one service; times in epoch milliseconds. */
export interface SuspensionVersions {
  readonly oneOff: readonly (Interval & Suspension & Validity)[]
  /** Each in the zone that the account had while it was valid. */
  readonly weekly: readonly (WeeklyWindow & Suspension & Validity & { readonly zone: string })[]
}

/**
 * When suspensions were in force in [from, to). A version acts only while it is valid: a suspension never reaches back
 * before it was made, and what was in force stays so whatever is changed or deleted later.
 */
export function suspensionsInForce(
  { oneOff, weekly }: SuspensionVersions,
  from: number,
  to: number,
): (Interval & Suspension)[] {
  const inRange = (one: Interval) => clip(one, { start: from, end: to })
  const held = [
    ...oneOff.map((version) => ({
      only_notifications: version.only_notifications,
      ...inRange(clip(version, validityOf(version))),
    })),
    ...[...Map.groupBy(weekly, ({ zone }) => zone)].flatMap(([zone, versions]) => {
      const pieces = [...constantOffsets(zone, from, to)]
      return versions.flatMap((version) => weeklyInForce(version, pieces))
    }),
  ]
  return [true, false].flatMap((only_notifications) =>
    mergeIntervals(held.filter((one) => one.only_notifications === only_notifications)).map((one) => ({
      ...one,
      only_notifications,
    })),
  )
}

function weeklyInForce(
  version: SuspensionVersions['weekly'][number],
  pieces: readonly OffsetPiece[],
): (Interval & Suspension)[] {
  const valid = pieces
    .map((piece) => ({ ...clip(piece, validityOf(version)), offset: piece.offset }))
    .filter(({ start, end }) => start < end)
  return windowsInPieces(version, valid).map((one) => ({ ...one, only_notifications: version.only_notifications }))
}

const validityOf = ({ valid_from, valid_to }: Validity): Interval => ({ start: valid_from, end: valid_to })

/** The part of the first that is in the second; empty where none is. */
const clip = ({ start, end }: Interval, within: Interval): Interval => ({
  start: Math.max(start, within.start),
  end: Math.min(end, within.end),
})
