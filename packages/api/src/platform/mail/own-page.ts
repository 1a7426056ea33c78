import type { MailRequest } from './outbox.ts'

type WithLink = Extract<MailRequest, { kind: 'activation' | 'password' }>

/**
 * Where a link leads unless its caller said where, below the installation's address. People land in the app if there is one; but
 * only the interface itself knows where to send them on to afterwards.
 */
export function findOwnPage(request: WithLink, hasWebApp: boolean): string {
  if (request.kind === 'password') return 'reset_password'
  return hasWebApp && request.redirectUri == null ? 'activate' : `v3/accounts/${request.accountId}/activate`
}
