import { allowAll, type CheckOutcome, type CheckSettings, errorTypes, runCheck } from '@wachta/checks'

const kindOfId = new Map(errorTypes.map(({ id, kind }) => [id, kind]))

export interface WatchedCheck extends CheckOutcome {
  /** The symbol of the error type; without an error `ok` or `unknown`. */
  readonly kind: string
  readonly transcript: string
}

export interface Order {
  readonly type_id: string
  readonly address?: string
  readonly settings: CheckSettings
  readonly timeout_ms?: number
  readonly authorities?: readonly string[]
}

/** Runs a check from this machine against this machine. */
export async function watch({
  address = '127.0.0.1',
  timeout_ms = 5000,
  authorities = [],
  ...order
}: Order): Promise<WatchedCheck> {
  const outcome = await runCheck({ ...order, address, timeout_ms }, { guard: allowAll, authorities })
  const transcript = outcome.artifacts.find(({ artifact_id }) => artifact_id === 'transcript')
  return {
    ...outcome,
    kind: kindOfId.get(outcome.error_type_id ?? 0) ?? outcome.result,
    transcript: Buffer.from(transcript?.content ?? []).toString(),
  }
}
