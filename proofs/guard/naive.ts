import { isIP } from 'node:net'
import type { Guard } from '@wachta/checks'
import ipaddr from 'ipaddr.js'

const list = [
  '10.0.0.0/8',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  '::/128',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
].map((cidr) => ipaddr.parseCIDR(cidr))

/** The list of ranges that most programs use. As a control, the proof must find its gaps. */
export const naive: Guard = (text) => {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  return !list.some((range) => address.kind() === range[0].kind() && address.match(range))
}
