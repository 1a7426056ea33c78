/** We use no in-memory streams; without this limit, NATS reserves three quarters of the machine's memory for them. */
const memoryStoreBytes = 64 * 1024 ** 2

/**
 * Renders the broker's configuration with TLS, a monitoring endpoint that is reachable only from its own container, and
 * a memory limit.
 */
export function renderBrokerConfiguration(base: string, secrets: string): string {
  return `${base.replace(/^jetstream \{ store_dir: (".*") \}$/m, `jetstream { store_dir: $1, max_memory_store: ${memoryStoreBytes} }`)}
http: "127.0.0.1:8222"
tls { cert_file: ${JSON.stringify(`${secrets}/server.crt`)}, key_file: ${JSON.stringify(`${secrets}/server.key`)} }
`
}
