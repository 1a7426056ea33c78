import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type * as Api from '@opentelemetry/api'
import type * as Http from '@opentelemetry/instrumentation-http'
import type * as Pg from '@opentelemetry/instrumentation-pg'
import type * as Sdk from '@opentelemetry/sdk-node'
import { createSlotTrace, createSpanIds, type SlotTrace } from './slot-trace.ts'

const FLUSH_TIMEOUT_MS = 5_000
const METRICS_PORT_PATHS = ['/metrics', '/health', '/ready']
/** The beginnings of paths that contain a secret, which a span would store: links in messages, and calls of jobs. */
const SECRET_PATHS = [
  '/acknowledge/',
  '/confirm/',
  '/confirm_subscription/',
  '/subscription/',
  '/unsubscribe/',
  '/v3/heartbeats/',
]
/**
 * Query parameters with a secret: the token of a mailed link, the signature of a download, the link or the sign-in of a
 * protected status page, and what an issuer sends back after a sign-in.
 */
const SECRET_PARAMETERS = ['token', 'sig', 'signature', 'Signature', 'key', 'entry', 'code', 'state']

let sdk: Sdk.NodeSDK | undefined
const ids = createSpanIds()
const require = createRequire(import.meta.url)

/** Starts tracing when a collector is configured; without one, its SDK is not even loaded. */
export function startTracing(environment: NodeJS.ProcessEnv): void {
  if (sdk || !environment['OTEL_EXPORTER_OTLP_ENDPOINT']) return
  const { NodeSDK } = require('@opentelemetry/sdk-node') as typeof Sdk
  const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http') as typeof Http
  const { PgInstrumentation } = require('@opentelemetry/instrumentation-pg') as typeof Pg
  sdk = new NodeSDK({
    serviceName: environment['OTEL_SERVICE_NAME'] || 'wachta',
    idGenerator: ids,
    // Metrics are scraped and logs are lines; left unset, the SDK would send both to the collector too.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        // Called URLs belong to customers: they may contain secrets, and must not receive our trace ids.
        disableOutgoingRequestInstrumentation: true,
        redactedQueryParamsServer: SECRET_PARAMETERS,
        ignoreIncomingRequestHook: isUntraced,
      }),
      new PgInstrumentation(),
    ],
  })
  sdk.start()
  // Instrumentations patch modules when they are required, but our own code only imports these.
  require('node:http')
  require('node:https')
}

/** Returns the function that records spans of slots; undefined if tracing is not configured. */
export function openSlotTrace(process: string): SlotTrace | undefined {
  return sdk && createSlotTrace(require('@opentelemetry/api') as typeof Api, ids, process)
}

/** Sends the remaining spans, for at most a few seconds. */
export async function stopTracing(): Promise<void> {
  if (!sdk) return
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, FLUSH_TIMEOUT_MS)
  // A collector that rejects spans is not a failure of this process.
  await Promise.race([sdk.shutdown().catch(timeout.resolve), timeout.promise])
  clearTimeout(timer)
}

function isUntraced({ url = '' }: IncomingMessage): boolean {
  return METRICS_PORT_PATHS.includes(url) || SECRET_PATHS.some((path) => url.startsWith(path))
}
