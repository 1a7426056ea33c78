/** JetStream keeps nothing of ours in memory; without a bound, NATS reserves three quarters of the machine for it. */
const memoryStoreBytes = 64 * 1024 ** 2

/** The broker's configuration with TLS, a monitor that only its own container reaches, and a bound of memory. */
export function renderBrokerConfiguration(base: string, secrets: string): string {
  return `${base.replace(/^jetstream \{ store_dir: (".*") \}$/m, `jetstream { store_dir: $1, max_memory_store: ${memoryStoreBytes} }`)}
http: "127.0.0.1:8222"
tls { cert_file: ${JSON.stringify(`${secrets}/server.crt`)}, key_file: ${JSON.stringify(`${secrets}/server.key`)} }
`
}
