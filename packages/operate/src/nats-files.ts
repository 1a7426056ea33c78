/** The files that the keys of an installation are kept in. */
export const natsFiles = {
  operator: 'operator.seed',
  keys: 'installation-keys.json',
  credentials: 'centre.creds',
  server: 'nats-server.conf',
} as const
