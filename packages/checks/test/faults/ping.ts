import type { Fault } from './fault.ts'

/** No host answers packets to the broadcast address of loopback. */
const nobody: Fault['server'] = async () => ({ address: '127.255.255.255', close: async () => undefined })
const loopback: Fault['server'] = async () => ({ address: '127.0.0.1', close: async () => undefined })

const fault = (name: string, kind: string, rest: Partial<Fault> & Pick<Fault, 'server'>): Fault => ({
  name,
  type_id: 'ping',
  kind,
  ...rest,
})

export const pingFaults: readonly Fault[] = [
  fault('nobody replies', 'ping_no_reply', { settings: { reply_timeout: 400 }, timeout_ms: 1000, server: nobody }),
  fault('no reply within the time of the check', 'ping_no_reply', {
    settings: { reply_timeout: 1000, packets_to_send: 10 },
    timeout_ms: 1000,
    server: nobody,
  }),
  fault('the time of the check is too short', 'timeout_total', {
    settings: { reply_timeout: 3000 },
    timeout_ms: 200,
    server: nobody,
  }),
  fault('the name does not exist', 'dns_nxdomain', {
    server: async () => ({ ...(await loopback()), address: 'no-such-name.invalid' }),
  }),
]
