// Made from the check types by `npm run generate`; do not change it by hand.

/** How the address of a service of a type looks. */
export interface TypeAddressRule {
  readonly type_id: string
  readonly schemes: readonly string[]
  readonly ports: readonly number[]
  /** First labels of a name, without the digits at their end. */
  readonly hosts: readonly string[]
  readonly takesPath: boolean
  readonly takesPort: boolean
  /** The port is a setting that has to be given. */
  readonly requiresPort: boolean
}

export const typeAddressRules: readonly TypeAddressRule[] = [
  {
    type_id: 'http',
    schemes: ['http'],
    ports: [80, 8080],
    hosts: [],
    takesPath: true,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'https',
    schemes: ['https'],
    ports: [443, 8443],
    hosts: [],
    takesPath: true,
    takesPort: true,
    requiresPort: false,
  },
  { type_id: 'ping', schemes: [], ports: [], hosts: [], takesPath: false, takesPort: false, requiresPort: false },
  {
    type_id: 'dns',
    schemes: ['dns'],
    ports: [53],
    hosts: ['ns', 'dns'],
    takesPath: false,
    takesPort: false,
    requiresPort: false,
  },
  { type_id: 'smtp_helo', schemes: [], ports: [], hosts: [], takesPath: false, takesPort: true, requiresPort: false },
  {
    type_id: 'fullpage',
    schemes: ['http'],
    ports: [],
    hosts: [],
    takesPath: true,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'fullpagehttps',
    schemes: ['https'],
    ports: [],
    hosts: [],
    takesPath: true,
    takesPort: true,
    requiresPort: false,
  },
  { type_id: 'tcp', schemes: ['tcp'], ports: [], hosts: [], takesPath: false, takesPort: false, requiresPort: true },
  {
    type_id: 'tls_certificate',
    schemes: ['tls'],
    ports: [],
    hosts: [],
    takesPath: false,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'smtp',
    schemes: ['smtp'],
    ports: [25, 465, 587],
    hosts: ['mx', 'mail', 'smtp', 'poczta'],
    takesPath: false,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'imap',
    schemes: ['imap'],
    ports: [143, 993],
    hosts: ['imap'],
    takesPath: false,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'pop3',
    schemes: ['pop3'],
    ports: [110, 995],
    hosts: ['pop'],
    takesPath: false,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'ftp',
    schemes: ['ftp'],
    ports: [21],
    hosts: ['ftp'],
    takesPath: false,
    takesPort: true,
    requiresPort: false,
  },
  { type_id: 'ssh', schemes: ['ssh'], ports: [22], hosts: [], takesPath: false, takesPort: true, requiresPort: false },
  {
    type_id: 'websocket',
    schemes: ['wss', 'ws'],
    ports: [],
    hosts: [],
    takesPath: true,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'grpc_health',
    schemes: ['grpc'],
    ports: [],
    hosts: [],
    takesPath: false,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'domain_expiry',
    schemes: [],
    ports: [],
    hosts: [],
    takesPath: false,
    takesPort: false,
    requiresPort: false,
  },
  {
    type_id: 'http_scenario',
    schemes: [],
    ports: [],
    hosts: [],
    takesPath: true,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'browser_scenario',
    schemes: [],
    ports: [],
    hosts: [],
    takesPath: true,
    takesPort: true,
    requiresPort: false,
  },
  {
    type_id: 'vendor_status',
    schemes: [],
    ports: [],
    hosts: ['status'],
    takesPath: true,
    takesPort: true,
    requiresPort: false,
  },
]
