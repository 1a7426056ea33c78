import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import type { SystemNetwork } from './reference-targets.ts'

/** Reads the network configuration from Linux. Parts that cannot be read, as on other systems, are omitted. */
export async function readSystemNetwork(): Promise<SystemNetwork> {
  const [routes, routes6, resolvers, upstream] = await Promise.all(
    ['/proc/net/route', '/proc/net/ipv6_route', '/etc/resolv.conf', '/run/systemd/resolve/resolv.conf'].map((path) =>
      readFile(path, 'utf8').catch(() => ''),
    ),
  )
  return {
    gateways: [...parseGateways(routes ?? ''), ...parseIpv6Gateways(routes6 ?? '')],
    // If the resolver in the first file runs on this machine, the file of systemd lists the resolvers behind it.
    resolvers: [...new Set([...parseNameServers(resolvers ?? ''), ...parseNameServers(upstream ?? '')])],
    hasIPv4: Object.values(networkInterfaces()).some((addresses) =>
      addresses?.some(({ family, internal }) => family === 'IPv4' && !internal),
    ),
  }
}

/** Returns the gateways of the default routes in `/proc/net/route`, which has addresses in reversed hexadecimal. */
export function parseGateways(table: string): string[] {
  return parseRows(table).flatMap(([, destination, gateway]) =>
    destination === '00000000' && gateway !== undefined && gateway !== '00000000'
      ? [
          (gateway.match(/../g) ?? [])
            .toReversed()
            .map((byte) => Number.parseInt(byte, 16))
            .join('.'),
        ]
      : [],
  )
}

/**
 * Returns the gateways of the default routes in `/proc/net/ipv6_route`, except link-local ones, which cannot be reached
 * without their interface.
 */
export function parseIpv6Gateways(table: string): string[] {
  return parseRows(table).flatMap(([destination, length, , , gateway = '']) => {
    const isUsable =
      destination === unspecifiedAddress &&
      length === '00' &&
      gateway !== unspecifiedAddress &&
      !/^fe[89ab]/.test(gateway)
    return isUsable ? [(gateway.match(/..../g) ?? []).join(':')] : []
  })
}

export const parseNameServers = (text: string): string[] =>
  [...text.matchAll(/^\s*nameserver\s+([0-9a-fA-F.:]+)/gm)].flatMap(([, address]) => address ?? [])

const unspecifiedAddress = '0'.repeat(32)
const parseRows = (table: string): string[][] => table.split('\n').map((line) => line.trim().split(/\s+/))
