import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { type CheckSettings, type CheckType, checkTypes, type Guard, runCheck } from '@wachta/checks'
import { OpenNetwork } from '@wachta/checks/src/network/open-network.ts'
import type { Probe } from '@wachta/checks/src/probe.ts'
import { leadingTo } from './world.ts'

/** A way in which a configured address makes a sensor send something. */
export interface Way {
  readonly name: string
  /** It sends datagrams, whose receiver cannot see for which address they were meant. */
  readonly isBlind: boolean
  /** Whether the API rejects the address. The sensor gets it in any case, because it has its own guard. */
  refuses(address: string): boolean
  go(address: string): Promise<unknown>
}

const timeout_ms = 2000

/**
 * Returns every check type with the address as its own, the settings that name hosts, and the network without a check
 * type.
 */
export function waysOf(guard: Guard, port: number): Way[] {
  const types = checkTypes.filter(({ run }) => run !== undefined)
  return [
    ...types.map((type) => addressOf(type, guard, port)),
    ...types.filter(({ id }) => id === 'dns').map((type) => nameServerOf(type, guard, port)),
    networkWay(guard, port),
  ]
}

function addressOf(type: CheckType, guard: Guard, port: number): Way {
  const settings: CheckSettings = {
    ...('port' in type.settings && { port }),
    ...('steps' in type.settings && { steps: [{ name: 'Open', url: '/' }] }),
  }
  return {
    name: type.id,
    isBlind: type.id === 'ping',
    refuses: (address) => type.address(address) !== undefined,
    go: (address) => runCheck({ type_id: type.id, address, settings, timeout_ms }, { guard }),
  }
}

function nameServerOf(type: CheckType, guard: Guard, port: number): Way {
  const order = (dns_server: string) => ({ type_id: type.id, address: 'example.com', settings: { dns_server, port } })
  return {
    name: 'dns_server',
    isBlind: true,
    refuses: (address) => !new RegExp(type.settings['dns_server']?.pattern ?? '').test(address),
    go: (address) => runCheck({ ...order(address), timeout_ms }, { guard }),
  }
}

/** A public page that redirects to the address in one way. */
export function redirectWay(how: string, guard: Guard): Way {
  const settings = { follow_redirects: true }
  return {
    name: `redirect ${how}`,
    isBlind: false,
    refuses: () => false,
    go: (target) => runCheck({ type_id: 'http', address: leadingTo(how, target), settings, timeout_ms }, { guard }),
  }
}

/** Uses the network as a check type would: with the text as it is, and with the host that a URL parser makes of it. */
function networkWay(guard: Guard, port: number): Way {
  return {
    name: 'network',
    isBlind: false,
    refuses: () => false,
    go: async (address) => {
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
export function careless(guard: Guard, port: number): Way {
  return {
    name: 'careless',
    isBlind: false,
    refuses: () => false,
    go: async (host) => {
      const found = await lookup(host, { all: true })
      if (!found.every(({ address }) => guard(address))) return
      await new Promise<void>((resolve) => {
        const socket = connect({ host, port }, () => socket.destroy())
        socket.on('error', () => undefined)
        socket.once('close', () => resolve())
      })
    },
  }
}
