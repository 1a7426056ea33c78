import { reject } from '@wachta/resource'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { toClientNetwork } from '../authentication/allow-list.ts'

export interface RequestLimit {
  /** Counts a request from an IP address, with or without credentials. */
  address(address: string): Promise<void>
  /** Counts a request of an account against the limit of its package. */
  account(accountId: number, perMinute: number): Promise<void>
}

/**
 * Counts requests in the memory of this process, because a shared counter would cost a write for every read. With
 * several api processes, the effective limit is multiplied by their number.
 */
export function createRequestLimit(
  perAddressAndMinute: number,
  onRejected: (by: keyof RequestLimit) => void = () => undefined,
): RequestLimit {
  const addresses = new RateLimiterMemory({ points: perAddressAndMinute, duration: 60 })
  const accounts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 60 })
  return {
    async address(address) {
      await addresses.consume(toClientNetwork(address)).catch((reason: unknown) => {
        if (reason instanceof RateLimiterRes) onRejected('address')
        rejectOverLimit(reason)
      })
    },
    async account(accountId, perMinute) {
      const result = await accounts.consume(accountId)
      if (result.consumedPoints <= perMinute) return
      onRejected('account')
      rejectOverLimit(result)
    },
  }
}

function rejectOverLimit(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  return reject('too_many_requests', undefined, { seconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) })
}
