import { requireBody, send } from '../http.ts'
import type { Revocation } from '../kinds.ts'

export const revocation: Revocation = {
  name: 'application deleted',
  async revoke({ apis }, { applicationId, session }) {
    await requireBody(send(apis[0], `/applications/${applicationId}`, { as: session, method: 'DELETE' }))
  },
}
