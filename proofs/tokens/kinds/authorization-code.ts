import { createApprovedCode, isGranted, register } from '../access.ts'
import type { TokenKind } from '../kinds.ts'

export const kind: TokenKind = {
  name: 'authorization code',
  async prepare(stage) {
    const form = await createApprovedCode(stage, await register(stage))
    return (api) => isGranted(api, form)
  },
}
