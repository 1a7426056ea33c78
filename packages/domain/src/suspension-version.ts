import { type Interval, mergeIntervals } from './interval.ts'
import { listIntervalsInPieces, type OffsetPiece, type Suspension, splitByOffset, type WeeklyWindow } from './window.ts'

/** The time in which one version of a maintenance window was valid: until the window was changed or deleted. */
export interface Validity {
  readonly valid_from: number
  readonly valid_to: number
}

/** All versions of the maintenance windows of one service; times in epoch milliseconds. */
export interface SuspensionVersions {
  readonly oneOff: readonly (Interval & Suspension & Validity)[]
  /** Each with the time zone that the account had while the version was valid. */
  readonly weekly: readonly (WeeklyWindow & Suspension & Validity & { readonly zone: string })[]
}

/**
 * Returns the times in [from, to) in which maintenance windows were in force. A version counts only while it is valid:
 * a window has no effect before it was created, and a later change or deletion does not change the past.
 */
export function listSuspensionsInForce(
  { oneOff, weekly }: SuspensionVersions,
  from: number,
  to: number,
): (Interval & Suspension)[] {
  const clipToRange = (one: Interval) => clip(one, { start: from, end: to })
  const inForce = [
    ...oneOff.map((version) => ({
      only_notifications: version.only_notifications,
      ...clipToRange(clip(version, toValidity(version))),
    })),
    ...[...Map.groupBy(weekly, ({ zone }) => zone)].flatMap(([zone, versions]) => {
      const pieces = [...splitByOffset(zone, from, to)]
      return versions.flatMap((version) => listWeeklyInForce(version, pieces))
    }),
  ]
  return [true, false].flatMap((only_notifications) =>
    mergeIntervals(inForce.filter((one) => one.only_notifications === only_notifications)).map((one) => ({
      ...one,
      only_notifications,
    })),
  )
}

function listWeeklyInForce(
  version: SuspensionVersions['weekly'][number],
  pieces: readonly OffsetPiece[],
): (Interval & Suspension)[] {
  const validPieces = pieces
    .map((piece) => ({ ...clip(piece, toValidity(version)), offset: piece.offset }))
    .filter(({ start, end }) => start < end)
  return listIntervalsInPieces(version, validPieces).map((one) => ({
    ...one,
    only_notifications: version.only_notifications,
  }))
}

const toValidity = ({ valid_from, valid_to }: Validity): Interval => ({ start: valid_from, end: valid_to })

/** Returns the part of an interval that is within another; if there is none, the end is not after the start. */
const clip = ({ start, end }: Interval, within: Interval): Interval => ({
  start: Math.max(start, within.start),
  end: Math.min(end, within.end),
})
