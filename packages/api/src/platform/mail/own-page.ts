import type { MailRequest } from '@wachta/queue'

type LinkRequest = Extract<MailRequest, { kind: 'activation' | 'password' }>

/**
 * The default path of a link. It leads to the web app if there is one, except for activation with a redirect, which
 * only the API handles.
 */
export function findOwnPage(request: LinkRequest, hasWebApp: boolean): string {
  if (request.kind === 'password') return 'reset_password'
  return hasWebApp && request.redirectUri == null ? 'activate' : `v3/accounts/${request.accountId}/activate`
}
