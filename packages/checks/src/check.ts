import type { CheckContext } from './check-context.ts'
import type { CheckOrder } from './check-order.ts'
import { CheckFailure, OverloadedError, UnsupportedError } from './failure.ts'
import { createMasks } from './masking.ts'
import { toNetworkFailure } from './network/network-failure.ts'
import { Observations } from './observations.ts'
import { type CheckOutcome, createUnknownOutcome } from './outcome.ts'
import type { CheckType } from './types/check-type.ts'
import { findCheckType } from './types/index.ts'
import type { CheckSettings } from './types/setting.ts'
import { fillDefaultSettings, listSecretSettingKeys } from './types/settings-schema.ts'

/** Runs a check and returns its outcome; it never throws. Only this function maps time limits and errors to results. */
export async function runCheck(order: CheckOrder, context: CheckContext): Promise<CheckOutcome> {
  const type = findCheckType(order.type_id)
  if (type?.run === undefined)
    return createUnknownOutcome('unsupported', `this version of the sensor does not support ${order.type_id}`)
  const settings = fillDefaultSettings(type, order.settings)
  const masks = createMasks(listSecrets(type, settings))
  const observations = new Observations(type, { masks, order }, context)
  try {
    const violation = type.validateAddress(order.address)
    if (violation !== undefined) throw new CheckFailure('address_invalid', violation.message.en)
    await withTimeLimit(type.run({ address: order.address, settings }, observations), order.timeout_ms)
    return observations.buildOutcome(null)
  } catch (cause) {
    if (cause === timeUpError && observations.phase === 'judging')
      return createUnknownOutcome('overloaded', tooBusyMessage)
    if (cause instanceof OverloadedError) return createUnknownOutcome('overloaded', cause.message)
    if (cause instanceof UnsupportedError) return createUnknownOutcome('unsupported', masks.maskText(cause.message))
    const failure = toFailure(cause, order, observations)
    if (failure !== undefined) return observations.buildOutcome(failure)
    return createUnknownOutcome('internal', masks.maskText(cause instanceof Error ? cause.message : String(cause)))
  } finally {
    observations.close()
  }
}

/**
 * The rejection of every check that exceeds its time limit. It is created once, because creating errors is expensive
 * and the stack is not used.
 */
const timeUpError = new Error('the time is up')

const tooBusyMessage = 'the answer came in time, but the sensor was too busy to evaluate it'

function withTimeLimit(run: Promise<void>, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, limitMs, timeUpError)
    run.then(
      () => {
        clearTimeout(timer)
        resolve()
      },
      (cause) => {
        clearTimeout(timer)
        reject(cause)
      },
    )
  })
}

function toFailure(cause: unknown, { timeout_ms }: CheckOrder, { phase }: Observations): CheckFailure | undefined {
  if (cause === timeUpError) return new CheckFailure(`timeout_${phase}`, `no answer within ${timeout_ms} ms`)
  return cause instanceof CheckFailure ? cause : toNetworkFailure(cause, phase)
}

/** Returns the secrets of a service. The value of each cookie is a secret too. */
function listSecrets(type: CheckType, settings: CheckSettings): unknown[] {
  return listSecretSettingKeys(type).flatMap((key) => {
    const secret = settings[key]
    if (key !== 'cookies' || typeof secret !== 'string') return [secret]
    return [secret, ...secret.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())]
  })
}
