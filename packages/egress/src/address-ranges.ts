/** A range of addresses outside the public internet, with its purpose. */
export interface AddressRange {
  readonly cidr: string
  readonly purpose: string
}

/**
 * The special-purpose registries of IANA for IPv4 and IPv6, everything that is not assigned as global unicast, and the
 * addresses at which clouds give credentials to their machines.
 */
export const specialRanges: readonly AddressRange[] = [
  { cidr: '0.0.0.0/8', purpose: 'this network' },
  { cidr: '10.0.0.0/8', purpose: 'private network' },
  { cidr: '100.64.0.0/10', purpose: 'shared address space of a carrier' },
  { cidr: '127.0.0.0/8', purpose: 'loopback' },
  { cidr: '169.254.0.0/16', purpose: 'link-local' },
  { cidr: '172.16.0.0/12', purpose: 'private network' },
  { cidr: '192.0.0.0/24', purpose: 'protocol assignments' },
  { cidr: '192.0.2.0/24', purpose: 'documentation' },
  { cidr: '192.31.196.0/24', purpose: 'AS112' },
  { cidr: '192.52.193.0/24', purpose: 'automatic multicast tunnelling' },
  { cidr: '192.88.99.0/24', purpose: '6to4 relay' },
  { cidr: '192.168.0.0/16', purpose: 'private network' },
  { cidr: '192.175.48.0/24', purpose: 'AS112' },
  { cidr: '198.18.0.0/15', purpose: 'benchmarking' },
  { cidr: '198.51.100.0/24', purpose: 'documentation' },
  { cidr: '203.0.113.0/24', purpose: 'documentation' },
  { cidr: '224.0.0.0/4', purpose: 'multicast' },
  { cidr: '240.0.0.0/4', purpose: 'reserved' },
  { cidr: '255.255.255.255/32', purpose: 'broadcast' },

  // Listed separately, so that allowing the enclosing range does not allow them.
  { cidr: '100.100.100.200/32', purpose: 'cloud metadata' },
  { cidr: '168.63.129.16/32', purpose: 'cloud metadata' },
  { cidr: '169.254.169.0/24', purpose: 'cloud metadata' },
  { cidr: '169.254.170.0/24', purpose: 'cloud metadata' },
  { cidr: '192.0.0.192/32', purpose: 'cloud metadata' },
  { cidr: 'fd00:ec2::/32', purpose: 'cloud metadata' },
  { cidr: 'fd20:ce::/32', purpose: 'cloud metadata' },

  // Only 2000::/3 is global unicast; these three ranges are the rest of the address space.
  { cidr: '::/3', purpose: 'not global unicast' },
  { cidr: '4000::/2', purpose: 'not global unicast' },
  { cidr: '8000::/1', purpose: 'not global unicast' },

  { cidr: '::/128', purpose: 'unspecified' },
  { cidr: '::1/128', purpose: 'loopback' },
  { cidr: '::/96', purpose: 'IPv4-compatible' },
  { cidr: '::ffff:0:0/96', purpose: 'IPv4-mapped' },
  { cidr: '::ffff:0:0:0/96', purpose: 'IPv4-translated' },
  { cidr: '64:ff9b::/96', purpose: 'IPv4 behind NAT64' },
  { cidr: '64:ff9b:1::/48', purpose: 'IPv4 behind NAT64' },
  { cidr: '100::/64', purpose: 'discard-only' },
  { cidr: '100:0:0:1::/64', purpose: 'dummy prefix' },
  // Teredo, which carries an IPv4 address, is the first /32 of this range.
  { cidr: '2001::/23', purpose: 'protocol assignments' },
  { cidr: '2001:db8::/32', purpose: 'documentation' },
  { cidr: '2002::/16', purpose: 'IPv4 behind 6to4' },
  { cidr: '2620:4f:8000::/48', purpose: 'AS112' },
  { cidr: '3fff::/20', purpose: 'documentation' },
  { cidr: '5f00::/16', purpose: 'segment routing' },
  { cidr: 'fc00::/7', purpose: 'private network' },
  { cidr: 'fe80::/10', purpose: 'link-local' },
  { cidr: 'fec0::/10', purpose: 'site-local' },
  { cidr: 'ff00::/8', purpose: 'multicast' },
]
