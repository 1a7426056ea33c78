import { join } from 'node:path'
import { readGreeting } from './daemon.ts'
import type { Engine } from './engine.ts'

interface NatsOptions {
  readonly binaries: string
  readonly directory: string
  readonly port: number
  /** The path of its configuration file, which contains the keys of the installation. */
  readonly configuration: string
}

/** A NATS server that keeps its log and pid file in the directory. */
export function createOwnNats({ binaries, directory, port, configuration }: NatsOptions): Engine {
  return {
    name: 'nats',
    program: join(binaries, 'nats-server'),
    // The port is an argument, because it may change between two starts while the file does not.
    args: ['-c', configuration, '-a', '127.0.0.1', '-p', String(port)],
    marker: configuration,
    owner: {},
    directory,
    isReady: async () => (await readGreeting('127.0.0.1', port))?.includes('"jetstream":true') ?? false,
  }
}
