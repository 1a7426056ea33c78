/** Parses the number of rounds; at least 1, because a proof without rounds would always hold. */
export function parseRounds(text: string): number {
  const rounds = Number(text)
  if (text.trim() !== '' && Number.isSafeInteger(rounds) && rounds >= 1) return rounds
  throw new RangeError(`--rounds must be a positive whole number, not ${JSON.stringify(text)}`)
}
