/** Parses the number of rounds, or of requests; at least 1, because a proof without them would always hold. */
export function parseRounds(text: string, option = '--rounds'): number {
  const rounds = Number(text)
  if (text.trim() !== '' && Number.isSafeInteger(rounds) && rounds >= 1) return rounds
  throw new RangeError(`${option} must be a positive whole number, not ${JSON.stringify(text)}`)
}
