import { readFirstDer } from './der.ts'
import { type CheckVerdict, createFailed, createPassed } from './finding.ts'
import type { LocatedSignature } from './locate-signature.ts'

/** Checks that the digest covers the whole file except the value of /Contents. */
export function checkCoverage(bytes: Uint8Array, { byteRange, contents }: LocatedSignature): CheckVerdict {
  const expected = [0, contents.start, contents.end, bytes.length - contents.end]
  const coversWholeFile =
    byteRange.length === expected.length && expected.every((value, index) => value === byteRange[index])
  return coversWholeFile
    ? createPassed('the signature covers the whole file')
    : createFailed('the signature does not cover the whole file')
}

/** Checks the part that the digest does not cover: its only form is lower-case hex of one DER element, then zeros. */
export function checkContents(_bytes: Uint8Array, { contents }: LocatedSignature): CheckVerdict {
  if (!/^<[0-9a-f]+>$/.test(contents.text) || contents.text.length % 2 !== 0)
    return createFailed('/Contents is not in the expected form')
  const { rest } = readFirstDer(readContents(contents))
  return rest.equals(Buffer.alloc(rest.length))
    ? createPassed('/Contents is in the expected form')
    : createFailed('/Contents has more than the signature')
}

export const readContents = ({ text }: LocatedSignature['contents']): Buffer => Buffer.from(text.slice(1, -1), 'hex')
