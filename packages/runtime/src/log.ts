import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import { openLogOutput } from './log-output.ts'
import { logDescriptor } from './supervisor.ts'

const HIDDEN_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', '["set-cookie"]']
const DEPTHS = ['', '*', '*.*', '*.*.*']

// Shorter values could also occur in ordinary text and would be masked there.
const SHORTEST_SECRET = 8

/** Warnings and everything worse. */
const URGENT = 40

interface LogOptions {
  readonly name: string
  readonly level: string
  /** Values that are masked wherever they occur in a line. */
  readonly secrets: readonly string[]
}

/** Writes JSON lines to standard output. */
export function createLog({ name, level, secrets }: LogOptions): Logger {
  // A driver may show the password of an address without the rest of it, and a list is read item by item.
  const known = secrets.flatMap((secret) => [secret, ...secret.split(','), URL.parse(secret)?.password ?? ''])
  const hidden = known.filter((secret) => secret.length >= SHORTEST_SECRET).map(escapeForJson)
  const output = openLogOutput(logDescriptor())
  const options: LoggerOptions = {
    level,
    base: { process: name },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: DEPTHS.flatMap((depth) => HIDDEN_KEYS.map((key) => path(depth, key))),
    hooks: {
      streamWrite: (line) => hidden.reduce((text, secret) => text.replaceAll(secret, '[Redacted]'), line),
      logMethod(args, method, severity) {
        method.apply(this, args)
        if (severity >= URGENT) output.flush()
      },
    },
  }
  return pino(options, output)
}

function path(depth: string, key: string): string {
  return depth === '' || key.startsWith('[') ? `${depth}${key}` : `${depth}.${key}`
}

function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
