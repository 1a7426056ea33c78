import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import { openLogOutput } from './log-output.ts'
import { logDescriptor } from './supervisor.ts'

const HIDDEN_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', '["set-cookie"]']
const DEPTHS = ['', '*', '*.*', '*.*.*']

// Shorter values could also occur in ordinary text and would be masked there.
const MIN_SECRET_LENGTH = 8

/** The level of warnings; more severe lines are urgent too. */
const URGENT_LEVEL = 40

interface LogOptions {
  readonly name: string
  readonly level: string
  /** Values that are masked wherever they occur in a line. */
  readonly secrets: readonly string[]
}

/** Writes JSON lines to standard output. */
export function createLog({ name, level, secrets }: LogOptions): Logger {
  // Also masks the password of a URL and the items of a list, because a driver may log the password alone, and items
  // are used separately.
  const secretParts = secrets.flatMap((secret) => [secret, ...secret.split(','), URL.parse(secret)?.password ?? ''])
  const maskedTexts = secretParts.filter((secret) => secret.length >= MIN_SECRET_LENGTH).map(escapeForJson)
  const output = openLogOutput(logDescriptor())
  const options: LoggerOptions = {
    level,
    base: { process: name },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: DEPTHS.flatMap((depth) => HIDDEN_KEYS.map((key) => toRedactPath(depth, key))),
    hooks: {
      streamWrite: (line) => maskedTexts.reduce((text, secret) => text.replaceAll(secret, '[Redacted]'), line),
      logMethod(args, method, severity) {
        method.apply(this, args)
        if (severity >= URGENT_LEVEL) output.flush()
      },
    },
  }
  return pino(options, output)
}

function toRedactPath(depth: string, key: string): string {
  return depth === '' || key.startsWith('[') ? `${depth}${key}` : `${depth}.${key}`
}

function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
