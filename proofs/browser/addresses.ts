/** The only special address that the guard of the sensor allows. It belongs to the attacker. */
export const attackAddress = '10.66.0.1'

/** A public address, which every sensor may reach. It belongs to the attacker too. */
export const publicAddress = '93.184.215.14'

/** The ports of the listeners, on every address. */
export const ports = [80, 3128, 4222, 5432, 8080, 9222]
export const securePorts = [443, 8443]
export const datagramPorts = [53, 443, 3478, 5353, 19_302]

/** Names below it contain in hex the address that they resolve to, such as 7f000001.leads.test. */
export const hexDomain = 'leads.test'
/** Names below it resolve alternately to the attacker and to the loopback address of the sensor. */
export const alternatingDomain = 'turns.test'
/** Only a browser that queries name servers itself would look these names up. */
export const silentDomain = 'silent.test'

/** Forbidden origins in every notation: addresses, names that resolve to them, and ports. */
export const forbiddenOrigins = [
  ...['127.0.0.1', '127.0.0.1:3128', '127.0.0.1:4222', '127.0.0.1:5432', '127.0.0.1:8080', '127.0.0.1:9222'],
  ...['localhost', 'localhost.', 'LOCALHOST:8080', 'a.localhost', '2130706433', '0x7f000001', '0177.0.0.1', '127.1'],
  ...['0.0.0.0', '127.8.8.8', '169.254.169.254', '100.100.100.200', '10.0.0.1', '10.66.0.2', '172.16.0.1:5432'],
  ...['192.168.1.1', '100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[::7f00:1]', '[fd00::1]', '[fe80::1]'],
  ...['[64:ff9b::7f00:1]', '[2002:7f00:1::1]', '[fd00:ec2::254]', '[ff02::1]'],
  ...[`7f000001.${hexDomain}`, `a9fea9fe.${hexDomain}`, `0a000001.${hexDomain}:8080`],
  ...[`00000000000000000000000000000001.${hexDomain}`, `fd000000000000000000000000000001.${hexDomain}`],
  ...Array.from({ length: 4 }, (_, index) => `name-${index}.${alternatingDomain}`),
].map((host) => `http://${host}`)
