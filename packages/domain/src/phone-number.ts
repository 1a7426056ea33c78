/** A telephone number with its country, as limits and gateways need it. */
export interface PhoneNumber {
  /** All digits from the country code on, without the plus. */
  readonly digits: string
  /** The country code, by which the limits of countries are counted. */
  readonly country: string
}

/** National numbers have at most this many digits; a longer number begins with its country code. */
const maxNationalDigits = 10

/** Country codes of two digits; 1 and 7 have one, all others three. */
const shortCodes = new Set(
  (
    '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 ' +
    '90 91 92 93 94 95 98'
  ).split(' '),
)

/** Area codes after 1 that belong to islands, which are charged as separate countries. */
const islandCodes = new Set(
  (
    '242 246 264 268 284 340 345 441 473 649 658 664 670 671 684 721 758 767 784 787 809 829 849 868 869 876 ' + '939'
  ).split(' '),
)

/**
 * Premium-rate numbers, whose owner earns on every message or call, and satellite networks, where one message costs as
 * much as a hundred others. No one receives alerts at such a number. The list contains the large ranges only; the
 * provider and the configured countries have to block the others.
 */
const costlyRanges = [
  // No country: shared cost, satellites (Inmarsat, Iridium, Globalstar, Thuraya), international networks and premium
  // rate.
  ...['800', '808', '870', '878', '879', '881', '882', '883', '888', '979', '991', '999'],
  // Premium rate inside countries.
  ...['1900', '1976', '3090', '31900', '31906', '31909', '3290', '3389', '34803', '34806', '34807', '34905', '34907'],
  ...['3690', '39144', '39166', '39178', '39892', '39894', '39895', '39899', '40900', '41900', '41901', '41906'],
  ...['43900', '43930', '43931', '43939', '4470', '449', '4487', '4590', '46900', '46939', '46944', '4782', '4870'],
  ...['49137', '49900', '6119', '64900', '351601', '351607', '351608', '35315', '35890', '37090', '37190', '372900'],
  ...['38589', '38590', '42090', '42190'],
]

/** Parses a number with a plus, with 00, or as it is dialled inside the country of the installation. */
export function parsePhoneNumber(text: string, homeCountry: string): PhoneNumber | undefined {
  const compact = text.replaceAll(' ', '')
  const digits = compact.replace(/^\+|^00/, '')
  if (!/^\d{6,15}$/.test(digits)) return undefined
  const isNational = digits === compact && digits.length <= maxNationalDigits
  const international = isNational ? `${homeCountry}${digits.replace(/^0/, '')}` : digits
  return international.length > 15 ? undefined : { digits: international, country: findCountry(international) }
}

/** Returns the forms in which the number may be stored, without spaces and pluses. */
export function listSpellings({ digits }: PhoneNumber, homeCountry: string): string[] {
  const national = digits.startsWith(homeCountry) ? digits.slice(homeCountry.length) : undefined
  return [
    digits,
    `00${digits}`,
    ...(national !== undefined && national.length <= maxNationalDigits ? [national, `0${national}`] : []),
  ]
}

export function isCostly({ digits }: PhoneNumber): boolean {
  return costlyRanges.some((range) => digits.startsWith(range))
}

function findCountry(digits: string): string {
  if (digits.startsWith('1')) return islandCodes.has(digits.slice(1, 4)) ? digits.slice(0, 4) : '1'
  if (digits.startsWith('7')) return '7'
  return shortCodes.has(digits.slice(0, 2)) ? digits.slice(0, 2) : digits.slice(0, 3)
}
