/**
 * A number as networks take it: no spaces, and a plus before the code of the country (E.164) where one was written or meant
 * by two zeros. A number without either stays as it is: whose country it is, the carrier knows better.
 */
export function dialledNumber(address: string): string {
  const digits = address.replaceAll(' ', '')
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}
