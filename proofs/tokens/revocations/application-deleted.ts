import { expected, send } from '../http.ts'
import type { Revocation } from '../kinds.ts'

export const revocation: Revocation = {
  name: 'application deleted',
  async revoke({ apis }, { applicationId, session }) {
    await expected(send(apis[0], `/applications/${applicationId}`, { as: session, method: 'DELETE' }))
  },
}
