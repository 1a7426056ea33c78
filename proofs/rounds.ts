/** How often, as it was asked for: a proof of nothing would hold. */
export function roundsOf(given: string): number {
  const rounds = Number(given)
  if (given.trim() !== '' && Number.isSafeInteger(rounds) && rounds >= 1) return rounds
  throw new RangeError(`--rounds is a whole number from 1 on, and not ${JSON.stringify(given)}`)
}
