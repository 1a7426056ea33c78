/**
 * Normalizes a number to E.164: no spaces, and a plus before the country code if there was a plus or two zeros. A
 * number without a country code stays, because the carrier knows its country better.
 */
export function dialledNumber(address: string): string {
  const digits = address.replaceAll(' ', '')
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}
