/** The names of the key files of an installation. */
export const natsFiles = {
  operator: 'operator.seed',
  keys: 'installation-keys.json',
  credentials: 'centre.creds',
  server: 'nats-server.conf',
} as const
