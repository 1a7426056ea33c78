import type { Addition } from '../additions.ts'

/** Numbers that belong to services; rules.ts says who may ask for them. */
export const addition: Addition = {
  kinds: {},
  operations: {
    'GET /accounts/{_id}/expiries': 'certificates and domains are renewed before they expire',
  },
}
