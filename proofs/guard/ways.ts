import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { type CheckSettings, type CheckType, checkTypes, type Guard, runCheck } from '@wachta/checks'
import { OpenNetwork } from '@wachta/checks/src/network/open-network.ts'
import type { Probe } from '@wachta/checks/src/probe.ts'
import { buildRedirectAddress } from './world.ts'

/** A way in which a configured address makes a sensor send something. */
export interface Way {
  readonly name: string
  /** Whether it sends datagrams, whose receiver cannot see which address they were sent to. */
  readonly isBlind: boolean
  /** Whether the API rejects the address. The sensor gets it in any case, because it has its own guard. */
  isRejected(address: string): boolean
  send(address: string): Promise<unknown>
}

const timeout_ms = 2000

/**
 * Returns the ways to make a sensor connect to an address: as the address of each check type, as the DNS server of a
 * check, and through the network layer directly.
 */
export function listWays(guard: Guard, port: number): Way[] {
  const types = checkTypes.filter(({ run }) => run !== undefined)
  return [
    ...types.map((type) => createAddressWay(type, guard, port)),
    ...types.filter(({ id }) => id === 'dns').map((type) => createNameServerWay(type, guard, port)),
    createNetworkWay(guard, port),
  ]
}

function createAddressWay(type: CheckType, guard: Guard, port: number): Way {
  const settings: CheckSettings = {
    ...('port' in type.settings && { port }),
    ...('steps' in type.settings && { steps: [{ name: 'Open', url: '/' }] }),
  }
  return {
    name: type.id,
    isBlind: type.id === 'ping',
    isRejected: (address) => type.validateAddress(address) !== undefined,
    send: (address) => runCheck({ type_id: type.id, address, settings, timeout_ms }, { guard }),
  }
}

function createNameServerWay(type: CheckType, guard: Guard, port: number): Way {
  const createOrder = (dns_server: string) => ({
    type_id: type.id,
    address: 'example.com',
    settings: { dns_server, port },
  })
  return {
    name: 'dns_server',
    isBlind: true,
    isRejected: (address) => !new RegExp(type.settings['dns_server']?.pattern ?? '').test(address),
    send: (address) => runCheck({ ...createOrder(address), timeout_ms }, { guard }),
  }
}

/** Checks a public page that redirects to the address; `how` is the kind of redirect. */
export function createRedirectWay(how: string, guard: Guard): Way {
  const settings = { follow_redirects: true }
  return {
    name: `redirect ${how}`,
    isBlind: false,
    isRejected: () => false,
    send: (target) =>
      runCheck({ type_id: 'http', address: buildRedirectAddress(how, target), settings, timeout_ms }, { guard }),
  }
}

/** Uses the network as a check type would: with the text as it is, and with the host that a URL parser makes of it. */
function createNetworkWay(guard: Guard, port: number): Way {
  return {
    name: 'network',
    isBlind: false,
    isRejected: () => false,
    send: async (address) => {
      const url = URL.parse(`http://${address}`)
      const hosts = new Set([address, ...(url ? [url.hostname.replace(/^\[(.*)\]$/, '$1')] : [])])
      for (const host of hosts) await connectThroughNetwork(host, port, guard)
    },
  }
}

async function connectThroughNetwork(host: string, port: number, guard: Guard): Promise<void> {
  const silent = { now: () => performance.now(), enter: () => undefined, timed: () => undefined }
  const network = new OpenNetwork(silent as unknown as Omit<Probe, 'network'>, { guard })
  try {
    const socket = await network.connect({ host, port })
    socket.destroy()
  } catch {
    // Rejections and failed connections are the expected outcome.
  }
}

/** The usual mistake: the name is resolved once for the check by the guard, and again for the connection. */
export function createCarelessWay(guard: Guard, port: number): Way {
  return {
    name: 'careless',
    isBlind: false,
    isRejected: () => false,
    send: async (host) => {
      const addresses = await lookup(host, { all: true })
      if (!addresses.every(({ address }) => guard(address))) return
      await new Promise<void>((resolve) => {
        const socket = connect({ host, port }, () => socket.destroy())
        socket.on('error', () => undefined)
        socket.once('close', () => resolve())
      })
    },
  }
}
