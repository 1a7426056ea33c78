import { isGranted, register, requestTokens } from '../access.ts'
import type { TokenKind } from '../kinds.ts'

export const kind: TokenKind = {
  name: 'refresh token',
  async prepare(stage) {
    const registered = await register(stage)
    const { refresh } = await requestTokens(stage, registered)
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: registered.clientId }
    return (api) => isGranted(api, form)
  },
}
