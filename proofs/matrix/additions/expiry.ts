import type { Addition } from '../additions.ts'

/** Expiry dates of services; rules.ts decides who may read them. */
export const addition: Addition = {
  kinds: {},
  operations: {
    'GET /accounts/{_id}/expiries': 'certificates and domains are renewed before they expire',
  },
}
