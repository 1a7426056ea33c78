import ipaddr from 'ipaddr.js'

/** Returns the notations of an IPv6 address. */
export function listIpv6Forms(address: string): string[] {
  return listSpellings(parseGroups(address)).flatMap((form) => [
    form,
    `[${form}]`,
    `[${form}`,
    `${form}]`,
    `[${form}%25eth0]`,
    `[${form}%eth0]`,
    `${form}%1`,
    `[${form}%lo]`,
    `[${form}].`,
    `[[${form}]]`,
  ])
}

/** Returns the forms of an IPv4 address within IPv6 that some network, system or library unwraps. */
export function listEmbeddedForms(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const high = a * 256 + b
  const low = c * 256 + d
  const embedded = [
    [0, 0, 0, 0, 0, 0, high, low],
    [0, 0, 0, 0, 0, 0xffff, high, low],
    [0, 0, 0, 0, 0xffff, 0, high, low],
    [0x64, 0xff9b, 0, 0, 0, 0, high, low],
    [0x64, 0xff9b, 1, 0, 0, 0, high, low],
    [0x64, 0xff9b, 1, high, low >> 8, (low & 0xff) << 8, 0, 0],
    [0x2002, high, low, 0, 0, 0, 0, 0],
    [0x2002, high, low, 0, 0, 0, 0, 1],
    [0x2002, high, low, 0, 0, 0, high, low],
    // Teredo contains the server in clear and the client with all bits inverted.
    [0x2001, 0, high, low, 0x8000, 0x63bf, 0x3fff, 0xfdd2],
    [0x2001, 0, 0x4136, 0xe378, 0x8000, 0x63bf, high ^ 0xffff, low ^ 0xffff],
    // ISATAP within a site: a link-local prefix, the ISATAP identifier, and the IPv4 address.
    [0xfe80, 0, 0, 0, 0, 0x5efe, high, low],
  ]
  const forms = embedded.flatMap(listSpellings)
  return forms.flatMap((form) => [form, `[${form}]`, `[${form}%25eth0]`])
}

/**
 * Returns the notations of the groups: compressed, padded, in upper case, with a dotted end, and with each run of zeros
 * replaced.
 */
function listSpellings(groups: readonly number[]): string[] {
  const short = groups.map((group) => group.toString(16))
  const padded = short.map((group) => group.padStart(4, '0'))
  const [seventh = 0, eighth = 0] = groups.slice(6)
  const dotted = [seventh >> 8, seventh & 0xff, eighth >> 8, eighth & 0xff].join('.')
  const compressed = new ipaddr.IPv6([...groups]).toRFC5952String()
  const written = [
    compressed,
    short.join(':'),
    padded.join(':'),
    ...compressZeroRuns(short),
    ...compressZeroRuns(padded),
    ...compressZeroRuns([...short.slice(0, 6), dotted]),
    [...padded.slice(0, 6), dotted].join(':'),
  ]
  return [...new Set(written.flatMap((form) => [form, form.toUpperCase()]))]
}

/** Replaces every run of zeros by `::`, not only the longest. */
function compressZeroRuns(groups: readonly string[]): string[] {
  const isZero = (group: string) => /^0+$/.test(group)
  return groups.flatMap((_, start) =>
    [1, 2, 4]
      .filter((length) => start + length <= groups.length && groups.slice(start, start + length).every(isZero))
      .map((length) => `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`),
  )
}

function parseGroups(address: string): number[] {
  const parsed = ipaddr.parse(address)
  return parsed.kind() === 'ipv6' && 'parts' in parsed ? [...parsed.parts] : []
}
