/**
 * Returns a number in the form that gateways expect: without spaces, and with `+` instead of a leading `00`. A number
 * without a country code is left as it is, because the gateway knows its own country.
 */
export function normalizePhoneNumber(address: string): string {
  const digits = address.replaceAll(' ', '')
  return digits.startsWith('00') ? `+${digits.slice(2)}` : digits
}
