import { createApprovedDevice, isGranted, register } from '../access.ts'
import type { TokenKind } from '../kinds.ts'

export const kind: TokenKind = {
  name: 'device code',
  async prepare(stage) {
    const form = await createApprovedDevice(stage, await register(stage))
    return (api) => isGranted(api, form)
  },
}
