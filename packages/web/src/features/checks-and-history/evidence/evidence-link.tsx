import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type CheckKey, toEvidenceText } from './evidence-address.ts'

interface EvidenceLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'children' | 'aria-label'> {
  readonly check: CheckKey
}

/** Opens the evidence of a check in front of the current page. It has its own URL; Back closes it. */
export function EvidenceLink({ check, ...rest }: EvidenceLinkProps) {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, evidence: toEvidenceText(check) })}
      state={{ isOpenedHere: true }}
      resetScroll={false}
      {...rest}
    />
  )
}
