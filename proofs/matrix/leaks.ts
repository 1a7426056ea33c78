import { extractTexts } from './archive.ts'
import { findCanaries } from './canaries.ts'
import type { Reply } from './sandbox.ts'

/** A call as it was observed. */
interface ObservedCall {
  readonly reply: Reply
  /** The accounts whose data it changed. */
  readonly changed?: readonly number[]
  /** The response for a row that does not exist, if this one must be the same. */
  readonly absentText?: string | undefined
}

/** What the caller has a right to; by default to nothing. */
interface Allowance {
  readonly mayCall?: boolean
  readonly maySee?: (canary: string) => boolean
  readonly mayChange?: (account: number) => boolean
}

const maxShownCharacters = 500

/** Lists what the caller saw or changed without the right to. */
export async function listLeaks(
  { reply, changed = [], absentText }: ObservedCall,
  { mayCall = false, maySee = () => false, mayChange = () => false }: Allowance = {},
): Promise<string[]> {
  const foreignCanaries = (await extractTexts(reply)).flatMap(findCanaries).filter((word) => !maySee(word))
  return [
    ...(!mayCall && reply.status < 400 ? ['the call went through'] : []),
    ...foreignCanaries.map((word) => `shows ${word}`),
    ...changed.filter((account) => !mayChange(account)).map((account) => `changes what belongs to ${account}`),
    ...(absentText === undefined || absentText === reply.text
      ? []
      : [`differs from the answer for what does not exist: ${reply.text.slice(0, maxShownCharacters)}`]),
  ]
}
