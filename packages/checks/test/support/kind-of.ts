import { type CheckOutcome, errorTypes } from '@wachta/checks'

/** The kind of failure that a check found; undefined if none. */
export const kindOf = ({ error_type_id }: CheckOutcome): string | undefined =>
  errorTypes.find(({ id }) => id === error_type_id)?.kind
